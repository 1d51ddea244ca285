// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/sinusoidal/sinusoidaltable.h"
#include "encodings/sinusoidal/wavecolumns.h"
#include "field/matrix.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace phasor {

// SLEEF's 1-ulp functions, with the bits of PyTorch without MKL on a processor with AVX2 and FMA. On aarch64 too,
// although PyTorch itself uses vectors of four floats there, and the last bit sometimes differs. An x86 processor
// without AVX2 and FMA gets SLEEF's variants without FMA, whose last bit sometimes differs (as in PyTorch). `out` may
// be `x`. The sine of infinity and NaN is NaN.
void frameworkExp(const float* x, float* out, std::size_t n);
void frameworkSin(const float* x, float* out, std::size_t n);
void frameworkCos(const float* x, float* out, std::size_t n);
void frameworkLog(const float* x, float* out, std::size_t n);

// base ** exponent like PyTorch for a contiguous tensor: two vectors at a time by SLEEF, the remaining elements by the
// C library. `out` may be `exponent`.
void frameworkPow(float base, const float* exponent, float* out, std::size_t n);

// Sines and cosines of a contiguous product [rows, pairs] of positions and frequencies, with PyTorch's bits.
// `angles(element, out)` writes consecutive elements of the product, and zeros after its end. `finish(values)` is
// applied to their sines and cosines. Columns of zeros stay as they are.
//
// PyTorch's sine takes one of three ways for eight floats together, by the largest. So the last bit of an element
// depends on its neighbors in memory, and vectors must be cut exactly as PyTorch cuts its contiguous product.
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

// The sinusoidal table as PyTorch 1.13 without MKL computes it in a type T on one thread of a CPU, bit for bit:
//
//     position = arange(first, first + max_len).to(T)
//     div_term = exp(arange(0, d, 2).to(T) * (-log(base) / d))       interleaved and halves
//     div_term = exp(arange(h).to(T) * -(log(base) / max(h - 1, 1)))  tensor2tensor
//     sin(position[:, None] * div_term), cos(position[:, None] * div_term)
//
// Positions and exponents are integers, converted to T, as in the PyTorch tutorial's module. (An arange(dtype=T) of
// reduced precision rounds the first of each vector and adds to it: other positions, which depend on the processor.)
// bfloat16, float16: every intermediate, the scalar too, is rounded to the type; a function is computed in float32 and
// rounded (CPUs of that version have no float16 functions). float16 ends at 65504: further positions are infinite and
// their cells NaN, as they are there.
// halves is the column permutation of interleaved; frameworks differ in how they compute its frequencies.
std::shared_ptr<const SinusoidalTable> frameworkSinusoidal(Shape shape, const SinusoidalSettings& settings);

} // namespace phasor
