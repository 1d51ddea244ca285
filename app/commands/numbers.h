// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "system/canceltoken.h"
#include "text/result.h"
#include "views/jsonnumbers.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace phasor {

class Options;
class Report;

// The statistics of the set-ups of a scene, with the keys of `phasor stats`.
struct SceneNumbers
{
    Json a;
    std::optional<Json> b;
};

// What the pipelines and the measuring warn of goes to `report`. `options`: which part is measured (selection.h).
// `keys`: those that are measured, the others are null; empty: all. `progress` is told the share that is done, 0 … 1.
Result<SceneNumbers> numbersOf(const Scene& scene, const Options& options, const std::vector<std::string>& keys,
                               PipelineCache& cache, const CancelToken& cancel, Report& report,
                               const std::function<void(double)>& progress);

// A − B of numbers, key by key and element by element of lists of the same length; null where there is none.
Json difference(const Json& a, const Json& b);

} // namespace phasor
