// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/view.h"
#include "views/viewstate.h"

namespace phasor {

struct CurvesRequest
{
    std::vector<std::int64_t> dimensions; // those outside the table are left out and said so
    ViewState::Range rows = {}; // nothing: a few periods of the fastest chosen dimension, 100 positions at least
    int width = 0; // device pixels: at most a few points a pixel column
};

struct CurvesData : ViewData
{
    struct Curve
    {
        std::int64_t dimension = 0;
        std::int64_t pair = 0;
        bool cosine = false; // the lighter twin of its pair
        double wavelength = 0; // positions; infinite for a constant column
        std::vector<double> positions; // ascending, position (not row)
        std::vector<double> values;
        bool envelope = false; // points alternate minimum, maximum of one pixel column
    };
    std::vector<Curve> curves;
    Interval positions; // visible range
    Interval allPositions; // what zoom is clamped to
    std::vector<std::int64_t> leftOut;
};

ViewJob curvesJob(const CurvesRequest& request);

} // namespace phasor
