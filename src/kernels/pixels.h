// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace phasor {

// Values to colors: n >= 0 elements, pointers of any alignment, any thread; the same result on every instruction set.
//
// Index of value v in a table of 256 colors, for finite low <= high: 256 bins of equal width over [low, high], i.e.
// floor((v - low) / (high - low) * 256), computed in double about the middle of the range so that it is exact at both
// ends and in the middle. v <= low and -Inf: 0; v >= high and +Inf: 255; the middle: 128; low == high: 128 for all.
// Ranges from 5e-324 to 3.6e308 wide neither divide by zero nor overflow.

constexpr int kColors = 256;

// pixels[i] = table[index of values[i]], nanColor for NaN. Colors are 0xffRRGGBB; table holds kColors.
void colorRow(const float* values, std::int64_t n, double low, double high, const std::uint32_t* table,
              std::uint32_t nanColor, std::uint32_t* pixels);

// Weights from columns to pixels: pixel x is the sum over k of weights[begin[x] + k] · column (first[x] + k).
struct ColumnFolds
{
    static constexpr std::size_t kMost = 256; // columns of a pixel (1 … 256)

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
