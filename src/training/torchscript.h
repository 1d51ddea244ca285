// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "training/experiment.h"

#include <string>

namespace phasor {

// A self-contained script for PyTorch that trains what `phasor train` trains: the same model, sampled in the same order
// from the same seeds, the same task with its own batches, the same Adam. It prints loss and accuracy, and leaves them
// in `losses` and `accuracies`, a list for each seed. `title`: the command line, for the first line. Errors: those of
// RunPlan::make; Usage if the experiment has several variants.
Result<std::string> torchTraining(const Experiment& experiment, const std::string& title);

} // namespace phasor
