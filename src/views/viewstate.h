// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/shape.h"
#include "pipeline/stages.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace phasor {

// How the views look at the parameters' tables. A plain value, kept apart from Parameters: it changes no number.
struct ViewState
{
    struct Cell
    {
        std::int64_t row = 0; // row of the table; the position is row + first_position
        std::int64_t dimension = 0;
        bool operator==(const Cell&) const = default;
    };
    // A zoomed axis in table units (row or column indices, may be fractional), nothing = everything.
    using Range = std::optional<Interval>;

    StageId stage = StageId::Position; // shown by the heatmap: the famous picture first
    Range rows; // positions shown, the same on heatmap, curves, ratio and dropout
    Range columns; // dimensions shown by the heatmap
    std::vector<std::int64_t> dimensions{4, 5, 6, 7}; // curves
    std::optional<Cell> cursor; // cross-hair on every plot
    std::string colorMap; // empty: the standard of the stage
    std::string reduction = "mean"; // or "envelope"
    std::string range = "model"; // "model", "data" or "LO:HI"

    bool operator==(const ViewState&) const = default;
};

} // namespace phasor
