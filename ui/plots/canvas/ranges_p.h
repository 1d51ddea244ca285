// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/node.h"

#include <vector>

namespace phasor {

// Intervals of an axis of `count` cells, in indices: cell i covers [i, i + 1). For any input the result is finite,
// inside the axis and at least one cell wide (a shorter axis: all of it).

Interval clamped(Interval wanted, double count); // moved into the axis; cut if wider
Interval zoomed(Interval visible, double anchor, double factor, double count); // keeps `anchor` in place

// Centers of a coordinate's cells on a plot's axis: one, or one in each period; none outside the table.
std::vector<double> centresOf(const Axis& axis, const std::optional<std::int64_t>& coordinate);

// Offset of a cell's center, where the point of its coordinate is drawn.
inline constexpr double kMiddle = 0.5;

} // namespace phasor
