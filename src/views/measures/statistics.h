// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "system/cancelscope.h"
#include "views/measures/measure.h"

#include <nlohmann/json_fwd.hpp>

namespace phasor {

// The numbers of `phasor stats`: one object with every key of the contract, in its order; null where a key has no
// meaning for the setup. `keys`: those that are measured, the others are null; empty: all. Visits every cell of the
// nodes that these need. What is measured is measured on `at.only`; the laws of the setup (frequencies, the chance to
// lose a token) are those of the whole. `warnings` gets what to know of the numbers. `progress` is told the share that
// is done, 0 … 1, after each part: of 10^7 rows a part takes seconds.
Result<nlohmann::ordered_json> statistics(const MeasuredPart& at, const std::vector<std::string>& keys,
                                          std::vector<Message>& warnings,
                                          const std::function<void(double)>& progress = {});

} // namespace phasor
