// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/canceltoken.h"
#include "core/field.h"
#include "core/matrix.h"

#include <vector>

namespace phasor {

// How the cells of one pixel become its value, in data space, before any colour.
enum class Reduction {
    Mean,
    Envelope, // the value farthest from 0: the min/max envelope of signed data
};

struct RasterRequest
{
    Interval rows; // visible, table units: row r covers [r, r + 1); inside the table, not empty
    Interval cols;
    int width = 0; // pixels, >= 1
    int height = 0;
    Reduction reduction = Reduction::Mean;
    std::int64_t cellBudget = std::int64_t{1} << 26; // more cells than this are sampled, where no closed form exists
};

struct Raster
{
    Matrix values; // [height, width], the first visible row on top
    double rowsPerPixel = 0;
    double colsPerPixel = 0;
    bool sampled = false; // a strided sample stands for all cells
    bool cancelled = false; // values are undefined
};

// Which cells each of `pixels` covers over `visible`: runs of cells, ascending, without gap or overlap where a pixel has
// a cell or more, each cell once where it has several pixels. `run` of a pixel is runOfPixel[pixel].
struct PixelAxis
{
    std::vector<Span> runs;
    std::vector<std::int32_t> runOfPixel;
    double cellsPerPixel = 0;
};
PixelAxis pixelAxis(Interval visible, std::int64_t cells, int pixels);

// Visible rectangle -> pixels. With a closed form, or a pixel or more to each cell, the cost is that of the pixels.
// Any thread; parallel inside.
Raster rasterize(const Field& field, const RasterRequest& request, const CancelToken& cancel = {});

} // namespace phasor
