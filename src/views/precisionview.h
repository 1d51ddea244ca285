// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/heatmapview.h"

namespace phasor {

struct PrecisionRequest
{
    ViewState::Range rows = {};
    ViewState::Range columns = {};
    int width = 0; // device pixels of the picture
    int height = 0;
};

// How far the encoding's table is from the exact one, and which positions it can no longer tell apart.
struct PrecisionData : ViewData
{
    HeatmapData difference; // table − exact
    std::vector<double> positions; // one point per pixel row or fewer
    std::vector<double> greatestError; // max |table − exact| over the dimensions and the point's rows; NaN: no number
    double worst = 0; // of all points
    std::vector<double> colliding; // positions whose row is the same as another one's, at most one per pixel row
    std::int64_t collidingCount = 0; // of the checked rows
    Span checked; // rows that were compared with each other, from the first visible one on
    bool allChecked = true;
    bool sampled = false; // not every row was visited for the errors
};

ViewJob precisionJob(const PrecisionRequest& request);

} // namespace phasor
