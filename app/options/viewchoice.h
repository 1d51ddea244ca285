// SPDX-License-Identifier: GPL-3.0-or-later
// The options that say what a view shows: its stage, colours, window, selection, hands and training.
#pragma once

#include "plots/plot.h"
#include "text/result.h"
#include "views/viewstate.h"

#include <string>

namespace phasor {

class Options;
class Pipeline;
class Report;

std::string plotNames(); // for --help

void addView(Options& options); // all but --view itself
Result<const PlotSpec*> plotOf(const Options& options); // of --view; Usage ENUM for one that does not exist

// The options given, over the view that a preset or a session starts with. --rows and --cols count in the table that
// the plot shows. Usage ENUM, RANGE.
Result<ViewState> readView(const Options& options, const PlotSpec& spec, const Pipeline& pipeline, ViewState view);

// Options of the view that another plot has, not this one.
void warnOfOtherViews(const Options& options, const PlotSpec& spec, Report& report);

} // namespace phasor
