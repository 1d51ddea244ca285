// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "training/experiment.h"

#include <string>
#include <vector>

namespace phasor {

// What `phasor train --json` prints; numbers that there are not are null.
std::string resultAsJson(const Experiment& experiment, const std::vector<VariantResult>& results, double seconds);
// A line for each variant, and the verdict.
std::string resultAsText(const std::vector<VariantResult>& results);
// A line for each evaluation of each seed of each variant: variant, seed, step, accuracy, loss.
std::string curvesAsCsv(const std::vector<VariantResult>& results);

} // namespace phasor
