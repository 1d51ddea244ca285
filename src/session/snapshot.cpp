// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/snapshot.h"

#include <algorithm>
#include <chrono>
#include <new>

namespace phasor {

namespace {

Error outOfMemory()
{
    return Error{.kind = ErrorKind::Resource,
                 .code = "MEMORY",
                 .where = "memory",
                 .what = "there is not enough memory for this picture",
                 .remedy = "make the table or the figure smaller"};
}

// Same Fields and same key as in the view before: its data is still true.
bool unchanged(const ViewJob& job, const Snapshot& previous, const Stages& stages)
{
    const auto before = previous.views.find(job.view);
    if (before == previous.views.end() || !before->second.data.ok() || !previous.stages.ok())
        return false;
    if (before->second.job.key != job.key || before->second.job.inputs != job.inputs)
        return false;
    return std::all_of(job.inputs.begin(), job.inputs.end(), [&](StageId id) {
        const Result<FieldPtr>& now = stages.field(id);
        const Result<FieldPtr>& then = (*previous.stages)->field(id);
        return now.ok() && then.ok() && *now == *then;
    });
}

bool viewIsCoarse(const Snapshot::View& view)
{
    return view.data.ok() && (*view.data)->coarse && view.job.refined;
}

Snapshot::View run(const ViewJob& job, bool refine, const Stages& stages, const CancelToken& cancel)
{
    if (cancel.cancelled())
        return {job, cancelledError(), false};
    try {
        return {job, refine && job.refined ? job.refined(stages, cancel) : job.run(stages, cancel), false};
    } catch (const std::bad_alloc&) {
        return {job, outOfMemory(), false};
    }
}

Result<StagesPtr> makeStages(const Parameters& parameters, const SnapshotPtr& previous, const CancelToken& cancel)
{
    try {
        return Stages::make(parameters, previous && previous->stages.ok() ? *previous->stages : StagesPtr(), cancel);
    } catch (const std::bad_alloc&) {
        return outOfMemory();
    }
}

} // namespace

bool Snapshot::isCoarse() const
{
    return std::any_of(views.begin(), views.end(), [](const auto& view) { return viewIsCoarse(view.second); });
}

SnapshotPtr compute(const Request& request, const SnapshotPtr& previous, const CancelToken& cancel)
{
    const auto begin = std::chrono::steady_clock::now();
    auto snapshot = std::make_shared<Snapshot>(Snapshot{.generation = request.generation,
                                                        .parameters = request.parameters,
                                                        .stages = makeStages(request.parameters, previous, cancel)});
    if (snapshot->stages.ok()) {
        const Stages& stages = **snapshot->stages;
        for (const ViewJob& job : request.jobs) {
            const bool same = previous && unchanged(job, *previous, stages);
            if (same && !(request.refine && viewIsCoarse(previous->views.at(job.view)))) {
                Snapshot::View view = previous->views.at(job.view);
                view.reused = true;
                snapshot->views.insert_or_assign(job.view, std::move(view));
            } else {
                snapshot->views.insert_or_assign(job.view, run(job, request.refine, stages, cancel));
            }
        }
    }
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - begin;
    snapshot->computeMilliseconds = elapsed.count();
    return snapshot;
}

} // namespace phasor
