// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/pipeline.h"
#include "system/cancelscope.h"
#include "text/result.h"
#include "views/restriction.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <string>
#include <vector>

namespace phasor {

// The numbers of `phasor stats`: one object, its keys as in the contract of the command line; null where a key has no
// meaning for the set-up. Visits every cell of the sequence's nodes. What is measured is measured on the part `only` of
// them; the laws of the set-up (frequencies, the chance to lose a token) are those of the whole. `warnings` gets what
// could not be computed. `progress` is told the share that is done, 0 … 1, after each part: of 10^7 rows a part takes
// seconds.
Result<nlohmann::ordered_json> statistics(const Pipeline& pipeline, const Restriction& only, const CancelToken& cancel,
                                          std::vector<Message>& warnings,
                                          const std::function<void(double)>& progress = {});

} // namespace phasor
