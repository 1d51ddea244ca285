// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "training/experiment.h"
#include "views/viewstate.h"

#include <string>
#include <vector>

namespace phasor {

class Options;
class Report;

// Adds the training options: those of trainingParameters(), --vary and --seeds.
void addTraining(Options& options);
std::vector<std::string> trainingOptions(); // names of the training options: "--task"
// `choice`, overridden by the options given. Errors (Usage): an invalid value.
Result<TrainingChoice> readTraining(const Options& options, TrainingChoice choice);
// The experiment of all options. Without --d-model the setup is as wide as the trained model.
Result<Experiment> readExperiment(const Options& options, Report& report);

} // namespace phasor
