// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace phasor {

// LongRoPE's `long_factor` (or `short_factor`) of a JSON file: at the top, or where a model's config.json has it. One
// number > 0 for each of `pairs`. Errors of kind Input: those of the file and its JSON, MISSING, TYPE, RANGE, SHAPE.
Result<std::vector<double>> readFactorList(const std::string& path, bool longList, std::int64_t pairs);

} // namespace phasor
