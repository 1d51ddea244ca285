// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/figure.h"
#include "session/play.h"

namespace phasor {

struct WindowContext;

struct AnimatedPlot
{
    const PlotSpec& spec;
    Scene scene;
    ViewState view;
    FigureOptions figure;
};

// Writes an animation of setup A, like `phasor figure --play`: jobs compute its frames one after the other, the GUI
// thread draws them. {frame} is added to the name of PNGs. A message tells the end; a canceled one leaves no file.
void exportAnimation(const WindowContext& context, const AnimatedPlot& plot, const PlayOptions& play, QString path);

QString cancelledText(); // of an export

} // namespace phasor
