// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/positionmodel.h"

#include <functional>
#include <memory>
#include <vector>

namespace phasor {

// Tables of as many rows side by side, at least one; those without columns are left out. The pairs of a later one count
// on from those before it: its first has as many before it as the parts before it have frequencies.
struct TablePart
{
    PositionTablePtr table;
    std::int64_t pairs = 0;
};
PositionTablePtr joinedTable(std::vector<TablePart> parts);

// (a · position + b) / c in each of `columns` columns: NeRF's x, Time2Vec's linear term, zeros.
struct LinearTerm
{
    double a = 0;
    double b = 0;
    double c = 1;
    std::function<std::string(std::int64_t position)> text; // the formula
};
PositionTablePtr linearTable(Shape shape, LinearTerm term);
PositionTablePtr zeroTable(Shape shape);

} // namespace phasor
