// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/tables/picture.h"

namespace phasor {

// For positions that are a grid's cells: one small map per cell, arranged as the grid. It shows how similar the cell's
// row of the encoding is to those of all cells.
struct MosaicRequest
{
    PictureRequest picture = {};
    int widthOfB = 0; // device pixels
    int widthOfDifference = 0;
    std::uint32_t gapColor = 0xffffffff; // between the maps, if they are large enough
    bool operator==(const MosaicRequest&) const = default;
};

struct GridMaps
{
    Picture picture; // [H·H, W·W]: map (r, c) begins at cell (r·H, c·W)
    std::int64_t rows = 0; // H and W of the grid
    std::int64_t columns = 0;
    std::int64_t first = 0; // coordinate of the first cell
    double nearest = 0; // mean cosine of neighboring cells of a row
};

DataTable tableOf(const GridMaps& of);
struct MosaicData : SidesData<GridMaps>
{
    std::optional<GridMaps> difference; // A − B, if both have the same grid
};

// Error: Usage SCHEME if positions are no grid; SIZE if the grid's maps do not fit into a table.
Result<ViewDataPtr> compute(const MosaicRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
