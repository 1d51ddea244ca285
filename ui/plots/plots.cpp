// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/builds_p.h"
#include "plots/curves_p.h"
#include "plots/dropout_p.h"
#include "plots/heatmap_p.h"
#include "plots/precision_p.h"
#include "plots/ratio_p.h"

#include <array>

namespace phasor {

namespace {

template <typename Kind> std::unique_ptr<Plot> make(Store& store, QWidget* parent)
{
    return std::make_unique<Kind>(store, parent);
}

constexpr std::array<PlotSpec, 6> kPlots{{
    {"heatmap", "Heatmap", "What does a stage look like, all positions and dimensions at once?", 0, make<HeatmapPlot>},
    {"curves", "Curves", "How does one dimension run over the positions?", 1, make<CurvesPlot>},
    {"ratio", "Scale", "How large is the encoding beside the embedding?", 2, make<RatioPlot>},
    {"dropout", "Dropout", "What does dropout take away?", 3, make<DropoutPlot>},
    {"precision", "Precision", "How exact is the table, and which positions does it confuse?", 2, make<PrecisionPlot>},
    {"builds", "PyTorch builds", "Why does the same seed drop other elements elsewhere?", 3, make<BuildsPlot>},
}};

} // namespace

std::span<const PlotSpec> plotSpecs()
{
    return kPlots;
}

const PlotSpec* findPlot(std::string_view id)
{
    for (const PlotSpec& spec : kPlots)
        if (spec.id == id)
            return &spec;
    return nullptr;
}

} // namespace phasor
