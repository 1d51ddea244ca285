// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/positionmodel.h"

#include <functional>

namespace phasor {

// One of the tables that are joined: equal numbers of rows, columns next to each other, means of blocks and of bells in
// closed form. Tables without columns are left out. `pairs`: number of its frequencies; pairs of later tables are
// numbered after those of earlier ones.
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

} // namespace phasor
