// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/stages.h"
#include "system/canceltoken.h"
#include "text/result.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace phasor {

// What a view shows, ready to draw: numbers, pixels and one sentence. Immutable; made on a worker, drawn by the window.
struct ViewData
{
    virtual ~ViewData() = default;
    std::string summary; // the one sentence of the panel, with its numbers
    bool coarse = false; // a quick picture: the job's `refined` has a better one
    std::string detail; // what explains it, for those who ask: a tool tip
};

using ViewDataPtr = std::shared_ptr<const ViewData>;

// How a view's data comes out of the pipeline. A value: made in the window, run on a worker.
// If the stages named in `inputs` are the same Fields as last time and `key` is equal, the data of last time is used
// again and `run` is not called.
struct ViewJob
{
    std::string view; // id of the view: "heatmap"
    std::vector<StageId> inputs;
    std::string key; // everything else that it depends on: viewport, pixels, colour map …
    std::function<Result<ViewDataPtr>(const Stages&, const CancelToken&)> run;
    // What a still picture is worth, if `run` only had time for a coarse one; may be empty.
    std::function<Result<ViewDataPtr>(const Stages&, const CancelToken&)> refined = {};
};

} // namespace phasor
