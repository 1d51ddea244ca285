// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/view.h"
#include "views/viewstate.h"

namespace phasor {

struct RatioRequest
{
    ViewState::Range rows = {};
    int width = 0; // device pixels
};

// Norms by position. Where rows are more than pixels, a point is the mean over the rows of its pixel.
struct RatioData : ViewData
{
    std::vector<double> positions;
    std::vector<double> embedding; // ‖E‖
    std::vector<double> scaled; // ‖s·E‖
    std::vector<double> encoding; // ‖PE‖
    std::vector<double> ratio; // R = ‖s·E‖ / ‖PE‖
    std::vector<double> angle; // degrees between s·E and s·E + PE; empty when concatenated
    double meanRatio = 0; // mean ‖s·E‖ / mean ‖PE‖ over the visible rows
    double meanAngle = 0; // degrees
    double expectedRatio = 0; // √2·s·σ
    bool concatenated = false;
    bool sampled = false; // a strided sample of the rows: said in the summary
    Interval visible; // positions
    Interval allPositions;
    std::vector<std::string> rowLabels; // tokens, when few enough
};

ViewJob ratioJob(const RatioRequest& request);

} // namespace phasor
