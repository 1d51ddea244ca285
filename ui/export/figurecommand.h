// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/figure.h"
#include "plots/plot.h"

#include <string>

namespace phasor {

// The command line that draws what a plot shows, `phasor figure --view … --out heatmap.png`, quoted for a shell:
// set-ups, stage, window, dimensions, colours. `a`: the pipeline of the scene's A, which says what rows and columns
// are; a zoom to broken cells is one to whole ones. `options`: how the figure shall be, where that is not as usual.
std::string figureCommand(const PlotSpec& plot, const Scene& scene, const ViewState& view, const Pipeline& a,
                          const FigureOptions& options = {});

} // namespace phasor
