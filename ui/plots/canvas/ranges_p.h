// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

namespace phasor {

// Zoomed ranges in table units: row r covers [r, r + 1), a table of `count` rows covers [0, count]. Whatever comes in,
// what goes out is finite, inside the table and at least one cell wide (the whole table if it has less).

Interval clamped(Interval wanted, double count); // moved into the table, cut where it is wider
Interval zoomed(Interval visible, double anchor, double factor, double count); // `anchor` keeps its place
Interval visibleOf(const ViewState::Range& range, double count); // nothing: everything

} // namespace phasor
