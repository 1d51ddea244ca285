// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/actions/actionset.h"

namespace phasor {

class FigureExport;
struct PlotSpec;
struct WindowContext;

// What can be done with one plot: its figure, its numbers, and the colors where it has some. `context` and `figures`
// outlive the actions.
std::vector<Action> plotActions(const PlotSpec& spec, const WindowContext& context, FigureExport& figures);

void goToPosition(const WindowContext& context); // asks for a place in the heatmap

} // namespace phasor
