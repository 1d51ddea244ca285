// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/node.h"

#include <algorithm>
#include <cmath>

namespace phasor {

std::optional<std::int64_t> Axis::index(std::int64_t coordinate) const
{
    const std::int64_t found = coordinate - first;
    if (found < 0 || found >= (period > 0 ? std::min(period, count) : count))
        return std::nullopt;
    return found;
}

std::string Axis::label(std::int64_t index) const
{
    if (tokens)
        return index < tokens->length() ? tokens->label(index) : std::string();
    if (const auto cell = gridCell(index))
        return std::to_string(cell->row) + ", " + std::to_string(cell->column);
    return std::to_string(firstLabel + (period > 0 ? index % period : index));
}

std::optional<Axis::GridCell> Axis::gridCell(std::int64_t index) const
{
    if (gridColumns == 0)
        return std::nullopt;
    return GridCell{index / gridColumns, index % gridColumns};
}

Interval Axis::visible(const std::optional<Interval>& range) const
{
    const auto size = static_cast<double>(count);
    if (!range || !std::isfinite(range->low) || !std::isfinite(range->high))
        return {0, size};
    const double width = std::clamp(range->high - range->low, std::min(1.0, size), size);
    const double low = std::clamp(range->low - static_cast<double>(first), 0.0, size - width);
    return {low, low + width};
}

Interval Axis::inCoordinates(Interval indices) const
{
    return {indices.low + static_cast<double>(first), indices.high + static_cast<double>(first)};
}

std::optional<double> valueAt(const Node& node, std::int64_t row, std::int64_t column)
{
    if (!node.field.ok() || row < 0 || column < 0 || row >= node.rows.count || column >= node.columns.count)
        return std::nullopt;
    float value = 0;
    (*node.field)->fill({row, column, 1, 1}, {&value, 1, 1, 1});
    return value;
}

} // namespace phasor
