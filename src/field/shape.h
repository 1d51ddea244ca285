// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace phasor {

// Rows are positions (or tokens), columns are dimensions (or keys).
struct Shape
{
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    bool operator==(const Shape&) const = default;
};

// Half-open window [row, row + rows) x [col, col + cols) of a table.
struct Rect
{
    std::int64_t row = 0;
    std::int64_t col = 0;
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    bool operator==(const Rect&) const = default;
    bool empty() const { return rows <= 0 || cols <= 0; }
    Shape shape() const { return {rows, cols}; }
};

inline Rect whole(Shape shape)
{
    return {0, 0, shape.rows, shape.cols};
}

// Closed interval of values, low <= high.
struct Interval
{
    double low = 0;
    double high = 0;
    bool operator==(const Interval&) const = default;
    double reach() const { return std::max(std::fabs(low), std::fabs(high)); } // largest absolute value
};

// Half-open run [begin, end) of rows or of columns.
struct Span
{
    std::int64_t begin = 0;
    std::int64_t end = 0;
    bool operator==(const Span&) const = default;
    std::int64_t size() const { return end - begin; }
};

// What two runs share; empty, from the later begin on, if nothing.
inline Span overlap(Span a, Span b)
{
    const std::int64_t begin = std::max(a.begin, b.begin);
    return {begin, std::max(begin, std::min(a.end, b.end))};
}

// Cells that touch a visible part, within 0 … count.
inline Span cellsOf(Interval visible, std::int64_t count)
{
    if (count <= 0)
        return {0, 0};
    const std::int64_t begin
        = std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(visible.low)), 0, count - 1);
    const auto end = static_cast<std::int64_t>(std::ceil(visible.high));
    return {begin, std::clamp<std::int64_t>(end, begin + 1, count)};
}

} // namespace phasor
