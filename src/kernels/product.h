// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace phasor {

// Rows of float32, `stride` elements apart.
template <typename T> struct Rows
{
    T* data;
    std::ptrdiff_t stride;
    T* row(std::int64_t r) const { return data + static_cast<std::ptrdiff_t>(r) * stride; }
};

// float32 whose neighbors in a row are `column` elements apart. With row = 1, columns are read as rows.
struct Strided
{
    const float* data;
    std::ptrdiff_t row;
    std::ptrdiff_t column;
    const float* at(std::int64_t r) const { return data + static_cast<std::ptrdiff_t>(r) * row; }
};

// out(i, j) += a(i, 0) b(0, j) + a(i, 1) b(1, j) + … for i < rows, j < cols and `depth` products; no overlap, any
// alignment, any thread. Each product and each sum is rounded to float32 on its own (never fused), in that order, so
// that a cell has the same bits in a block of any size, and on every instruction set.
void addProduct(Strided a, Rows<const float> b, Rows<float> out, std::int64_t rows, std::int64_t cols,
                std::int64_t depth);

inline void addProduct(Rows<const float> a, Rows<const float> b, Rows<float> out, std::int64_t rows, std::int64_t cols,
                       std::int64_t depth)
{
    addProduct(Strided{a.data, a.stride, 1}, b, out, rows, cols, depth);
}

} // namespace phasor
