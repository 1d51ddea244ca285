// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "training/experiment.h"

#include <string>
#include <vector>

namespace phasor {

// JSON of `phasor train --json`; missing numbers are null.
std::string resultAsJson(const Experiment& experiment, const std::vector<VariantResult>& results, double seconds);
// One line for each variant, then the verdict.
std::string resultAsText(const std::vector<VariantResult>& results);
// One line for each evaluation of each seed and variant: variant, seed, step, accuracy, loss.
std::string curvesAsCsv(const std::vector<VariantResult>& results);

} // namespace phasor
