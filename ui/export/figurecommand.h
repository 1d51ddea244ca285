// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/figure.h"
#include "plots/plot.h"
#include "session/play.h"

#include <string>
#include <string_view>

namespace phasor {

// Options of `phasor figure` that several views share, without "--": "rows", "dims" … Options of single views are in
// views/viewstate.h.
inline constexpr std::string_view kSharedOptions[]
    = {"stage", "colormap", "range", "reduction", "rows", "cols", "dims", "at", "only-rows", "only-cols"};

// The options of the setups, " --d-model 64": those that differ from the defaults.
std::string setupOptions(const Scene& scene);
// The options of a plot as shown, without --view: those in which `view` differs from `known`, which is changed as they
// do, the board excepted. A restriction to the selection is known by its selection.
std::string optionsAsShown(const PlotSpec& plot, const Scene& scene, const ViewState& view, const Pipeline& a,
                           ViewState& known);

// The command line that draws a plot as shown, quoted for a shell: `phasor figure --view … --out heatmap.png` with
// setups, stage, window, dimensions, colors. `a`: pipeline of the scene's A, which has the rows and columns; the zoom
// is widened to whole cells. `options`, `play`: those that differ from the default are added.
std::string figureCommand(const PlotSpec& plot, const Scene& scene, const ViewState& view, const Pipeline& a,
                          const FigureOptions& options = {}, const PlayOptions& play = {});

} // namespace phasor
