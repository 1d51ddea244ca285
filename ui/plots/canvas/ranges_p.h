// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/node.h"

#include <vector>

namespace phasor {

// Parts of an axis of `count` cells, as indices: cell i covers [i, i + 1). Whatever comes in, what goes out is finite,
// inside the axis and at least one cell wide (all of it if it has less).

Interval clamped(Interval wanted, double count); // moved into the axis, cut where it is wider
Interval zoomed(Interval visible, double anchor, double factor, double count); // `anchor` keeps its place

// Where on a plot's axis, which has coordinates, the cells with this coordinate have their middle: once, or once in
// each period; nowhere outside the table.
std::vector<double> centresOf(const Axis& axis, const std::optional<std::int64_t>& coordinate);

// A point that stands for the coordinate is drawn at the middle of its cell.
inline constexpr double kMiddle = 0.5;

} // namespace phasor
