// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "system/cancelscope.h"
#include "text/result.h"
#include "views/jsonnumbers.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace phasor {

class Options;
class Report;

// Statistics of a scene's setups, with the keys of `phasor stats`.
struct SceneNumbers
{
    Json a;
    std::optional<Json> b;
};

// Warnings of pipelines and measures go to `report`. `options`: the part to measure (viewchoice.h). `keys`: what to
// measure, the others are null; empty: all. `progress` gets the finished share, 0 … 1.
Result<SceneNumbers> numbersOf(const Scene& scene, const Options& options, const std::vector<std::string>& keys,
                               PipelineCache& cache, const CancelToken& cancel, Report& report,
                               const std::function<void(double)>& progress);

// A − B of numbers, by key; lists of equal length by element. Null if either number is missing.
Json difference(const Json& a, const Json& b);

} // namespace phasor
