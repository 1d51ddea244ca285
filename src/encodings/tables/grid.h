// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/schemes.h"
#include "encodings/tables/joinedtable.h"

#include <string>

// Positions that are the cells of a grid, row by row. Common part of MAE and DETR: half of the columns encode the
// cell's row, the other half its column.
namespace phasor::grid {

struct Settings
{
    std::string grid = "14x14"; // rows x columns
    bool operator==(const Settings&) const = default;
};

std::vector<SchemeParameter> parameters();

// Rows and columns, each at least 1, of 2^31 − 1 cells in all. Errors: Usage TYPE, RANGE.
Result<Shape> parse(const std::string& text);

// For Scheme: max_len is the number of cells, the width a multiple of 4.
std::int64_t positions(const SchemeSettings& own);
Status check(const PositionSetup& setup);

// The shape of settings that were checked.
Shape shapeOf(const PositionSetup& setup);

// Tables of the two axes, [rows or columns of the grid, half of the width].
struct Axes
{
    std::shared_ptr<const WaveTable> rows;
    std::shared_ptr<const WaveTable> columns;
};
enum class First { Rows, Columns }; // the half that comes first

PositionModel model(Shape grid, const Axes& axes, First first);

} // namespace phasor::grid
