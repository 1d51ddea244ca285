// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/heatmapview.h"

#include <array>

namespace phasor {

struct BuildsRequest
{
    ViewState::Range rows = {};
    ViewState::Range columns = {};
    std::array<int, 3> widths{}; // device pixels of the pictures, in the order of BuildsData
    int height = 0;
};

// The keep masks that the two CPU builds of PyTorch draw for the same seed, and where they differ: without MKL (the
// Mersenne Twister itself) and with it (MKL's MCG31, seeded by one of the Twister's numbers).
struct BuildsData : ViewData
{
    HeatmapData withoutMkl; // share kept, 0 … 1
    HeatmapData withMkl;
    HeatmapData differing; // share of cells that only one of them keeps
    double differingShare = 0; // mean over the visible pixels
};

ViewJob buildsJob(const BuildsRequest& request);

} // namespace phasor
