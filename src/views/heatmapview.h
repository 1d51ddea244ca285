// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/matrix.h"
#include "raster/colormaps.h"
#include "views/view.h"
#include "views/viewstate.h"

#include <cstdint>

namespace phasor {

// Cells that a picture without a closed form may visit: while something moves, and when it stands still.
inline constexpr std::int64_t kFrameCells = std::int64_t{1} << 22;
inline constexpr std::int64_t kStillCells = std::int64_t{1} << 28;

struct HeatmapRequest
{
    StageId stage = StageId::Position;
    ViewState::Range rows = {}; // rows shown, table units; nothing = all
    ViewState::Range columns = {};
    int width = 0; // device pixels of the axis rectangle
    int height = 0;
    std::string colorMap = {}; // empty: diverging for signed stages, grey for the mask
    std::string reduction = "mean"; // "mean" or "envelope"
    std::string range = "model"; // "model", "data", "LO:HI"
    std::uint32_t nanColour = 0xffff00ff;
    std::int64_t cellBudget = kStillCells; // more cells than this are sampled, where no closed form exists
};

struct HeatmapData : ViewData
{
    StageId stage = StageId::Sum;
    std::string title; // of the stage: "Positional encoding PE"
    Shape table; // of the stage
    std::int64_t firstPosition = 0; // position of row 0
    Interval rows; // visible, table units: row r covers [r, r + 1)
    Interval columns;
    int width = 0; // device pixels
    int height = 0;
    std::vector<std::uint32_t> pixels; // 0xffRRGGBB, width x height, the smallest row on top
    Matrix values; // [height, width]: what the pixels show, reduced in data space
    Interval range; // values of the colour bar's ends
    const ColorMap* colorMap = nullptr;
    double rowsPerPixel = 0;
    double columnsPerPixel = 0;
    bool sampled = false; // a strided sample stands for the mean
    std::int64_t nanCells = 0; // pixels without a number
    std::string reductionText; // "1 px = 3.2 positions × 1 dimension, mean", empty when a cell has a pixel or more
    std::string valueLabel; // of the colour bar: "PE", "s·E + PE", "share kept"
    std::vector<std::string> rowLabels; // tokens of the visible rows floor(rows.low) …, empty: show positions
};

// How a Field that is no stage is pictured.
struct FieldPicture
{
    const ColorMap* colorMap = nullptr;
    const char* mean = "mean"; // what the mean over a pixel's cells is: "share kept"
    std::string valueLabel;
};

// The picture itself, for views that are made of more than one, without a summary. `request.stage` is not looked at;
// `stages` has the tokens and the first position of the rows. Any thread.
Result<HeatmapData> makePicture(const Field& field, const FieldPicture& picture, const HeatmapRequest& request,
                                const Stages& stages, const CancelToken& cancel);

// The same of a stage. Any thread.
Result<HeatmapData> makeHeatmap(const HeatmapRequest& request, const Stages& stages, const CancelToken& cancel);

ViewJob heatmapJob(const HeatmapRequest& request);

} // namespace phasor
