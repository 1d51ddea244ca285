// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/figure.h"
#include "plots/plot.h"

#include <span>
#include <string>
#include <string_view>

namespace phasor {

// Options of `phasor figure` that views share, without "--": "rows", "dims" … Those of single views are in
// views/viewstate.h.
std::span<const std::string_view> sharedOptions();

// Whether the figure of that view changes with that one of them; what a view has not does nothing there. A view that is
// not in the list has none.
bool takesShared(std::string_view view, std::string_view option);

// The command line that draws what a plot shows, `phasor figure --view … --out heatmap.png`, quoted for a shell:
// set-ups, stage, window, dimensions, colours. `a`: the pipeline of the scene's A, which says what rows and columns
// are; a zoom to broken cells is one to whole ones. `options`: how the figure shall be, where that is not as usual.
std::string figureCommand(const PlotSpec& plot, const Scene& scene, const ViewState& view, const Pipeline& a,
                          const FigureOptions& options = {});

} // namespace phasor
