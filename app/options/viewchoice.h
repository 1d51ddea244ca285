// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/figure.h"
#include "pipeline/pipeline.h"
#include "plots/plot.h"
#include "text/result.h"
#include "training/experiment.h"
#include "views/restriction.h"
#include "views/viewstate.h"

#include <string>
#include <vector>

namespace phasor {

class Options;
class Report;

// Adds --only-rows and --only-cols: the positions and dimensions that analyses use.
void addSelection(Options& options);

// The selection in the setup's coordinates. Rows: of the table of positions, or of the sequence without a table;
// columns: of the dropout target. Usage TYPE, RANGE.
Result<Restriction> selectionOf(const Options& options, const Pipeline& pipeline);

std::string plotNames(); // text for --help

// Adds the options of a figure: --size, what the view shows (stage, colors, window, selection, hands and training; all
// but --view itself), and how it is drawn. The setup has its own.
void addFigure(Options& options);
Result<FigureOptions> readFigure(const Options& options); // Usage SYNTAX, RANGE, ENUM, CONFLICT
Result<const PlotSpec*> plotOf(const Options& options); // of --view; Usage ENUM for an unknown one

// A view state, overridden by the options given. It comes from a preset or session. --rows and --cols count in the
// plot's table. Usage ENUM, RANGE.
Result<ViewState> readView(const Options& options, const PlotSpec& spec, const Pipeline& pipeline, ViewState view);

// Adds the training options: those of trainingParameters(), --vary and --seeds.
void addTraining(Options& options);
std::vector<std::string> trainingOptions(); // names of the training options: "--task"
// `choice`, overridden by the options given. Errors (Usage): an invalid value.
Result<TrainingChoice> readTraining(const Options& options, TrainingChoice choice);
// The experiment of all options. Without --d-model the setup is as wide as the trained model.
Result<Experiment> readExperiment(const Options& options, Report& report);

// Warns of view options that only other plots have. `trains`: a training is shown, too.
void warnOfOtherViews(const Options& options, const PlotSpec& spec, bool trains, Report& report);

} // namespace phasor
