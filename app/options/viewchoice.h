// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/pipeline.h"
#include "plots/plot.h"
#include "text/result.h"
#include "views/restriction.h"
#include "views/viewstate.h"

#include <string>

namespace phasor {

class Options;

// --only-rows and --only-cols: the positions and dimensions that analyses look at.
void addSelection(Options& options);

// What they say, in the coordinates of the set-up: rows are those of the table of positions, or of the sequence where
// there is none; columns those of what dropout acts on. Usage TYPE, RANGE.
Result<Restriction> selectionOf(const Options& options, const Pipeline& pipeline);

// The options that say what a view shows: its stage, colours, window, selection, hands and training.

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
