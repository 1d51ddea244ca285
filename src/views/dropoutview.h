// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/heatmapview.h"

namespace phasor {

struct DropoutRequest
{
    ViewState::Range rows = {};
    ViewState::Range columns = {};
    int width = 0; // device pixels of the mask's rectangle
    int height = 0;
};

struct DropoutData : ViewData
{
    HeatmapData mask; // share kept, 0 … 1
    std::string columnsText; // what the columns of the mask are: "dimension"
    double probability = 0; // p, or 0 in eval mode
    double expected = 0; // share dropped: p but for protected rows and filled padding
    double dropped = 0; // measured over the visible cells
    std::int64_t droppedCells = 0;
    std::int64_t cells = 0;
    double scale = 1; // factor on kept elements
    double cosine = 0; // mean cos(sum, output) over a sample of the visible rows
    double positionEnergyKept = 1; // share of the encoding's energy in kept cells, over the same sample
    double log10TokenLoss = 0; // of the probability that a token loses all that dropout acts on
    std::vector<double> positions; // one point per pixel row or fewer
    std::vector<double> droppedByPosition; // share
    std::vector<double> dimensions;
    std::vector<double> droppedByDimension;
    bool sampled = false;
};

ViewJob dropoutJob(const DropoutRequest& request);

} // namespace phasor
