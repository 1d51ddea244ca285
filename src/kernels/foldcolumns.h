// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace phasor {

// How columns become pixels: pixel x is the sum over k of weights[begin[x] + k] · column (first[x] + k).
struct ColumnFolds
{
    static constexpr std::size_t kMost = 256; // columns of a pixel, at least one

    const std::size_t* first; // ascending
    const std::size_t* begin; // count + 1 of them
    const float* weights;
    std::int64_t count; // pixels
};

constexpr std::int64_t kFoldedRows = 8; // together: each is a lane of a vector

// out[r · outStride + x] = pixel x of row r, for `rows` (1 to kFoldedRows) rows; in[r · inStride] is the row's column
// first[0]. Float32, added in the order of k, each product and sum rounded: the same bits on every instruction set.
// Any alignment, any thread.
void foldColumns(const float* in, std::int64_t inStride, std::int64_t rows, const ColumnFolds& folds, float* out,
                 std::int64_t outStride);

} // namespace phasor
