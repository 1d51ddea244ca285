// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "system/cancelscope.h"
#include "views/measures/measure.h"

#include <nlohmann/json_fwd.hpp>

namespace phasor {

// Numbers of `phasor stats`: one object with every key of the contract, in its order; null if a key has no meaning for
// the setup. `keys`: those to measure, the others are null; empty: all. Visits every cell of the nodes that these need.
// Measured numbers are those of `at.only`; the setup's own numbers (frequencies, the probability to zero a token) are
// those of the entire setup. `warnings` gets warnings about the numbers. `progress` gets the completed share, 0 … 1,
// after each part: of 10^7 rows a part takes seconds.
Result<nlohmann::ordered_json> statistics(const MeasuredPart& at, const std::vector<std::string>& keys,
                                          std::vector<Message>& warnings,
                                          const std::function<void(double)>& progress = {});

} // namespace phasor
