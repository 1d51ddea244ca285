// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/pipeline.h"
#include "system/canceltoken.h"
#include "text/message.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <vector>

// The keys of statistics() that are about position alone, added to `object`; those that mean nothing stay as they are.
namespace phasor {

// Of the node of a table that is added to the embedding or put beside it, or of a part of it: energies, waves,
// spectrum, shift, closest rows. `progress` is told the share of the spectrum that is done, which takes most of it.
void addTable(nlohmann::ordered_json& object, const Node& position, const CancelToken& cancel,
              std::vector<Message>& warnings, const std::function<void(double)>& progress);
void addRotation(nlohmann::ordered_json& object, const PositionModel& model); // one that turns queries and keys
void addBias(nlohmann::ordered_json& object, const Pipeline& pipeline); // nothing without one

} // namespace phasor
