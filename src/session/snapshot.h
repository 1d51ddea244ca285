// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/view.h"

#include <cstdint>
#include <map>

namespace phasor {

// What the worker is asked for. Views that are hidden have no job.
struct Request
{
    std::uint64_t generation = 0;
    Parameters parameters;
    std::vector<ViewJob> jobs;
    bool refine = false; // run what is refined in place of what is coarse
};

// What the worker answers: everything the window draws. Immutable, the only thing that crosses threads.
struct Snapshot
{
    struct View
    {
        ViewJob job;
        Result<ViewDataPtr> data;
        bool reused = false; // the same as in the snapshot before
    };

    std::uint64_t generation = 0;
    Parameters parameters;
    Result<StagesPtr> stages; // an Error: the parameters were refused, the views are those of before
    std::map<std::string, View> views = {}; // by id
    double computeMilliseconds = 0;

    bool isCoarse() const; // a view of it could be refined
};

using SnapshotPtr = std::shared_ptr<const Snapshot>;

// The one code path of window, command line and export. Any thread. `previous` may be null.
SnapshotPtr compute(const Request& request, const SnapshotPtr& previous, const CancelToken& cancel);

} // namespace phasor
