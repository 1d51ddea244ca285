// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commands/numbers.h"

#include <string>

namespace phasor {

// The five questions, answered for the set-ups of a scene, as `phasor stats --answers` prints them. Errors: those of
// the set-ups, Cancelled.
Result<std::string> answersOf(const Scene& scene, PipelineCache& cache, const CancelToken& cancel, Report& report);
// The same as a list of objects: id, question, answer, claims and the view that shows it. Of set-up A.
Result<Json> answersAsJson(const Scene& scene, PipelineCache& cache, const CancelToken& cancel);

} // namespace phasor
