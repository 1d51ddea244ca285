// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "training/experiment.h"
#include "views/questions/trainingchoice.h"

#include <string>
#include <vector>

namespace phasor {

class Options;
class Report;

// The options that say what is trained: those of trainingParameters(), --vary and --seeds.
void addTraining(Options& options);
std::vector<std::string> trainingOptions(); // their names, "--task"
// `choice`, overridden by what is given. Errors (Usage): a value that cannot be.
Result<TrainingChoice> readTraining(const Options& options, TrainingChoice choice);
// The experiment of all options: where nobody says how wide a set-up is, as small as what is trained.
Result<Experiment> readExperiment(const Options& options, Report& report);

} // namespace phasor
