// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/snapshot.h"

#include "system/cancelscope.h"
#include "text/guarded.h"

#include <algorithm>
#include <chrono>

namespace phasor {

namespace {

// Equal request, and the scene still has all that was read: the data is still true.
bool isStillTrue(const Snapshot::View& before, const ViewRequest& request, const Pipelines& pipelines)
{
    return before.data.ok() && before.request == request
        && std::all_of(before.reading.begin(), before.reading.end(), [&](const auto& same) { return same(pipelines); });
}

bool isCoarse(const Snapshot::View& view)
{
    return view.data.ok() && (*view.data)->coarse;
}

const Snapshot::View* viewOf(const SnapshotPtr& snapshot, std::string_view id)
{
    if (!snapshot)
        return nullptr;
    const auto found = snapshot->views.find(id);
    return found == snapshot->views.end() ? nullptr : &found->second;
}

Snapshot::View run(const ViewRequest& request, Effort effort, const Pipelines& pipelines, PipelineCache& cache,
                   const CancelToken& cancel)
{
    if (cancel.cancelled())
        return {request, cancelledError()};
    SceneReader reader(pipelines, cache, cancel);
    Result<ViewDataPtr> data = guarded([&] { return request.computed(reader, effort); });
    return {request, std::move(data), reader.reading()};
}

Result<Pipelines> makePipelines(const Scene& scene, PipelineCache& cache, const CancelToken& cancel)
{
    return guarded([&] { return Pipelines::make(scene, cache, cancel); });
}

} // namespace

bool Snapshot::isCoarse() const
{
    return std::any_of(views.begin(), views.end(), [](const auto& view) { return phasor::isCoarse(view.second); });
}

SnapshotPtr compute(const Request& request, const SnapshotPtr& previous, PipelineCache& cache,
                    const CancelToken& cancel)
{
    const CancelScope scope(cancel);
    const auto begin = std::chrono::steady_clock::now();
    auto snapshot = std::make_shared<Snapshot>(Snapshot{.generation = request.generation,
                                                        .scene = request.scene,
                                                        .pipelines = makePipelines(request.scene, cache, cancel)});
    if (snapshot->pipelines.ok()) {
        const Pipelines& pipelines = *snapshot->pipelines;
        for (const ViewRequest& view : request.views) {
            const Snapshot::View* before = viewOf(previous, view.view());
            const bool same
                = before != nullptr && isStillTrue(*before, view, pipelines) && !(request.refine && isCoarse(*before));
            Snapshot::View shown
                = same ? *before : run(view, request.refine ? Effort::Still : Effort::Frame, pipelines, cache, cancel);
            shown.reused = same;
            snapshot->views.insert_or_assign(std::string(view.view()), std::move(shown));
        }
    }
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - begin;
    snapshot->computeMilliseconds = elapsed.count();
    return snapshot;
}

} // namespace phasor
