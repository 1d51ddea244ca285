// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/pipeline.h"
#include "system/canceltoken.h"
#include "views/restriction.h"

#include <nlohmann/json_fwd.hpp>

namespace phasor {

// The keys `score_terms`, `recoverability` and `overlap` of `phasor stats`; null where they mean nothing. Other masks
// are drawn by set-ups of their own, made with `cache`. All are those of the part `only`, the terms of its positions.
// Errors: those of the nodes, Cancelled.
Status addQuestionNumbers(nlohmann::ordered_json& object, const Pipeline& pipeline, const Restriction& only,
                          PipelineCache& cache, const CancelToken& cancel);

} // namespace phasor
