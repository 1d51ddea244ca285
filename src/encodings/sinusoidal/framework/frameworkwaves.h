// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/sinusoidal/columns.h"
#include "encodings/sinusoidal/framework/frameworkmath.h"
#include "field/matrixview.h"

#include <algorithm>
#include <cstdint>
#include <span>

namespace phasor {

// The sines and cosines of a contiguous product [rows, pairs] of positions and frequencies, with PyTorch's bits.
// `angles(element, out)` gives consecutive elements of the product, zeros beyond its end; `finish(values)` is what is
// done to their sines and cosines. Columns of zeros are left as they are.
//
// PyTorch's sine of eight floats takes one of three ways for all of them, by the largest: the last bit of an element
// depends on its neighbours in memory. So whole vectors are computed, cut as PyTorch cuts its contiguous product.
template <typename Angles, typename Finish>
void fillFrameworkWaves(const Columns& columns, Rect rect, Angles&& angles, Finish&& finish, MatrixView<float> out)
{
    constexpr std::int64_t kVector = 8; // floats of an AVX2 vector
    constexpr std::int64_t kElements = 256; // worked on together
    float angle[kElements];
    float value[kElements];
    const std::int64_t end = rect.col + rect.cols;
    const Span wanted = columns.pairs(rect.col, end);
    for (std::int64_t r = 0; r < rect.rows; ++r) {
        const std::int64_t origin = (rect.row + r) * columns.sines; // element of pair 0
        const std::int64_t last = origin + wanted.end;
        for (std::int64_t element = (origin + wanted.begin) / kVector * kVector; element < last; element += kElements) {
            const auto n = std::min(kElements, (last - element + kVector - 1) / kVector * kVector);
            const auto count = static_cast<std::size_t>(n);
            angles(element, std::span(angle, count));
            for (const bool cosine : {false, true}) {
                (cosine ? frameworkCos : frameworkSin)(angle, value, count);
                finish(std::span(value, count));
                const std::int64_t from = std::max(element, origin + wanted.begin);
                for (std::int64_t e = from; e < std::min(element + n, last); ++e) {
                    const std::int64_t column = columns.column(e - origin, cosine);
                    if (column >= rect.col && column < end)
                        out(r, column - rect.col) = value[e - element];
                }
            }
        }
    }
}

} // namespace phasor
