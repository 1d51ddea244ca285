// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "training/experiment.h"

#include <string>

namespace phasor {

// A self-contained script for PyTorch that trains what `phasor train` trains: the same model, drawn in the same order
// from the same seeds, the same task with batches of its own, the same Adam; it prints loss and accuracy as it goes and
// leaves them in `losses` and `accuracies`, a list for each seed. `title`: the command line, for the first line.
// Errors: those of RunPlan::make; Usage where the experiment has several variants.
Result<std::string> torchTraining(const Experiment& experiment, const std::string& title);

} // namespace phasor
