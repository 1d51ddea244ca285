// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/pipeline.h"
#include "system/cancelscope.h"
#include "text/result.h"
#include "views/restriction.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace phasor {

// The numbers of `phasor stats`: one object, its keys as in the contract of the command line; null where a key has no
// meaning for the set-up. Visits every cell of the sequence's nodes. What is measured on the encoding, the embedding
// and their sum is measured on the part `only` of them; dropout and the laws of the set-up are those of the whole.
// `warnings` gets what could not be computed.
Result<nlohmann::ordered_json> statistics(const Pipeline& pipeline, const Restriction& only, const CancelToken& cancel,
                                          std::vector<Message>& warnings);

} // namespace phasor
