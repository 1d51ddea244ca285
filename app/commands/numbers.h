// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "system/canceltoken.h"
#include "text/result.h"

#include <nlohmann/json.hpp>

#include <optional>

namespace phasor {

class Options;
class Report;

using Json = nlohmann::ordered_json;

// The statistics of the set-ups of a scene, with the keys of `phasor stats`.
struct SceneNumbers
{
    Json a;
    std::optional<Json> b;
};

// What the pipelines and the measuring warn of goes to `report`. `options`: which part is measured (selection.h).
Result<SceneNumbers> numbersOf(const Scene& scene, const Options& options, PipelineCache& cache,
                               const CancelToken& cancel, Report& report);

// A − B of numbers, key by key and element by element of lists of the same length; null where there is none.
Json difference(const Json& a, const Json& b);

} // namespace phasor
