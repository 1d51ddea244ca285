// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/snapshot.h"

#include "system/cancelscope.h"
#include "text/result.h"

#include <algorithm>
#include <chrono>

namespace phasor {

// Whether the data is still valid: the request is equal, and everything that was read is unchanged.
static bool isStillTrue(const Snapshot::View& before, const ViewRequest& request, const Pipelines& pipelines)
{
    return before.data.ok() && before.request == request
        && std::ranges::all_of(before.reading, [&](const auto& same) { return same(pipelines); });
}

static bool isCoarse(const Snapshot::View& view)
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

static double millisecondsSince(std::chrono::steady_clock::time_point begin)
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

static Snapshot::View run(const ViewRequest& request, Effort effort, const Pipelines& pipelines, PipelineCache& cache,
                          const CancelToken& cancel)
{
    if (cancel.cancelled())
        return {request, cancelledError()};
    const auto begin = std::chrono::steady_clock::now();
    SceneReader reader(pipelines, cache, cancel);
    Result<ViewDataPtr> data = guarded([&] { return request.computed(reader, effort); });
    return {request, std::move(data), reader.reading(), false, millisecondsSince(begin)};
}

// Views in the requested order, but slow ones last, so that fast ones don't wait.
static std::vector<const ViewRequest*> inOrder(const std::vector<ViewRequest>& requests, const SnapshotPtr& previous)
{
    constexpr double kLong = 20;
    const auto cost = [&](const ViewRequest* request) {
        const Snapshot::View* before = viewOf(previous, request->id());
        return before != nullptr && before->milliseconds > kLong ? before->milliseconds : 0;
    };
    std::vector<const ViewRequest*> order;
    order.reserve(requests.size());
    for (const ViewRequest& request : requests)
        order.push_back(&request);
    std::stable_sort(order.begin(), order.end(), [&](auto* a, auto* b) { return cost(a) < cost(b); });
    return order;
}

// The snapshot without data that only the next computation reads.
static SnapshotPtr doneSoFar(const Snapshot& snapshot)
{
    auto done = std::make_shared<Snapshot>(
        Snapshot{.generation = snapshot.generation, .scene = snapshot.scene, .pipelines = snapshot.pipelines});
    for (const auto& [id, view] : snapshot.views)
        done->views.emplace(id, Snapshot::View{view.request, view.data});
    return done;
}

bool Snapshot::isCoarse() const
{
    return std::ranges::any_of(views, [](const auto& view) { return phasor::isCoarse(view.second); });
}

bool Snapshot::goesOn() const
{
    return std::ranges::any_of(views,
                               [](const auto& view) { return view.second.data.ok() && (*view.second.data)->goesOn; });
}

SnapshotPtr compute(const Request& request, const SnapshotPtr& previous, PipelineCache& cache,
                    const CancelToken& cancel, const PartlyDone& partly)
{
    const CancelScope scope(cancel);
    const auto begin = std::chrono::steady_clock::now();
    auto snapshot = std::make_shared<Snapshot>(
        Snapshot{.generation = request.generation,
                 .scene = request.scene,
                 .pipelines = guarded([&] { return Pipelines::make(request.scene, cache, cancel); })});
    if (snapshot->pipelines.ok()) {
        const Pipelines& pipelines = *snapshot->pipelines;
        const Effort effort = request.refine ? Effort::Still : Effort::Frame;
        std::size_t left = request.views.size();
        for (const ViewRequest* view : inOrder(request.views, previous)) {
            const Snapshot::View* before = viewOf(previous, view->id());
            const bool same
                = before != nullptr && isStillTrue(*before, *view, pipelines) && !(request.refine && isCoarse(*before));
            Snapshot::View shown = same ? *before : run(*view, effort, pipelines, cache, cancel);
            shown.reused = same;
            if (!same && cancel.cancelled())
                shown.data = cancelledError(); // it may be incomplete
            snapshot->views.insert_or_assign(view->id(), std::move(shown));
            if (--left > 0 && partly && !same && !cancel.cancelled())
                partly(doneSoFar(*snapshot));
        }
    }
    // A is refused: what reads only B is still computed.
    if (!snapshot->pipelines.ok() && request.scene.b) {
        const auto alone = guarded([&] { return Pipelines::make({*request.scene.b, request.scene.b}, cache, cancel); });
        for (const ViewRequest& view : request.views) {
            if (alone.ok() && view.side() == Side::B)
                snapshot->views.insert_or_assign(view.id(), run(view, Effort::Still, *alone, cache, cancel));
        }
    }
    snapshot->computeMilliseconds = millisecondsSince(begin);
    return snapshot;
}

} // namespace phasor
