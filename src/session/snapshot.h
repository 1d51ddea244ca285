// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "views/view.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace phasor {

// Job for the worker. Hidden views have no request.
struct Request
{
    std::uint64_t generation = 0;
    Scene scene;
    std::vector<ViewRequest> views;
    bool refine = false; // coarse views are computed again, in full quality
};

// Answer of the worker: everything the window draws. Immutable, the only thing that crosses threads.
struct Snapshot
{
    struct View
    {
        ViewRequest request;
        Result<ViewDataPtr> data;
        SceneReader::Reading reading = {}; // parts of the scene that the data depends on
        bool reused = false; // same object as in the previous snapshot
        double milliseconds = 0; // it took, when it was last computed
    };

    std::uint64_t generation = 0;
    Scene scene;
    Result<Pipelines> pipelines; // an Error: the parameters were refused, and the views are the previous ones
    std::map<std::string, View, std::less<>> views = {}; // by id
    double computeMilliseconds = 0;

    bool isCoarse() const; // a view of it can be refined
    bool goesOn() const; // a view of it continues computing: request it again at once
};

using SnapshotPtr = std::shared_ptr<const Snapshot>;

// Gets the finished views of an incomplete snapshot; other views, and readings, are missing.
using PartlyDone = std::function<void(SnapshotPtr)>;

// Computes a snapshot, for window, command line and export alike. Any thread. `previous` may be null; its data is
// reused if still valid. Parts of the pipelines come from `cache`. Views that were slow before come last, and `partly`
// (may be empty) is called after each view but the last.
SnapshotPtr compute(const Request& request, const SnapshotPtr& previous, PipelineCache& cache,
                    const CancelToken& cancel, const PartlyDone& partly = {});

} // namespace phasor
