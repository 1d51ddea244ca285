// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/schemes.h"
#include "encodings/sinusoidal/wavetable.h"

// Positions that are the cells of a grid, row by row. Common part of MAE and DETR: half of the columns encode the
// cell's row, the other half its column.
namespace phasor::grid {

struct Settings
{
    std::string grid = "14x14"; // rows x columns
    bool operator==(const Settings&) const = default;
};

std::vector<SchemeParameter> parameters();

// For Scheme: max_len is the number of cells, the width a multiple of 4.
std::int64_t positions(const SchemeSettings& own);
Status check(const PositionSetup& setup);

// Waves of one axis, [length, width]: the rows or columns of the grid, half of the table's width.
using Axis = WaveLaw (*)(std::int64_t length, std::int64_t width);
enum class First { Rows, Columns }; // the half that comes first

// The settings were checked.
Result<PositionModel> model(const PositionSetup& setup, Axis axis, First first);
SchemeCode notebook(const PositionSetup& setup, std::string body);

} // namespace phasor::grid
