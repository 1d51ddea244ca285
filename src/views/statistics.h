// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/pipeline.h"
#include "system/cancelscope.h"
#include "text/result.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace phasor {

// The numbers of `phasor stats`: one object, its keys as in the contract of the command line; null where a key has no
// meaning for the set-up. Visits every cell of the sequence's nodes. `warnings` gets what could not be computed.
Result<nlohmann::ordered_json> statistics(const Pipeline& pipeline, const CancelToken& cancel,
                                          std::vector<Message>& warnings);

} // namespace phasor
