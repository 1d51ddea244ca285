// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/scene.h"

#include <algorithm>

namespace phasor {

Result<Pipelines> Pipelines::make(const Scene& scene, PipelineCache& cache, const CancelToken& cancel)
{
    const auto make = [&](const Parameters& parameters, SourceText side) {
        Result<PipelinePtr> made = Pipeline::make(parameters, cache, cancel);
        if (made.ok() || !scene.b || made.error().kind == ErrorKind::Cancelled)
            return made;
        Error error = made.error();
        error.where = side.with(error.where);
        return Result<PipelinePtr>(error);
    };
    Pipelines pipelines;
    TRY(pipelines.a, make(scene.a, WORDS("A: %1")));
    if (scene.b) {
        TRY(pipelines.b, make(*scene.b, WORDS("B: %1")));
    }
    return pipelines;
}

Status Pipelines::inputs() const
{
    TRY_DONE(a->inputs());
    return b ? b->inputs() : Done{};
}

SceneReader::SceneReader(const Pipelines& pipelines, PipelineCache& cache, const CancelToken& cancel)
    : m_pipelines(pipelines)
    , m_cache(cache)
    , m_cancel(cancel)
{
    note([comparing = comparing()](const Pipelines& now) { return (now.b != nullptr) == comparing; });
}

NodePtr SceneReader::node(std::string_view id, Side side)
{
    NodePtr found = of(m_pipelines, side).find(id);
    note([id = std::string(id), side, found](const Pipelines& now) { return of(now, side).find(id) == found; });
    return found;
}

std::vector<NodePtr> SceneReader::nodes(Side side)
{
    const auto all = of(m_pipelines, side).nodes();
    std::vector<NodePtr> nodes(all.begin(), all.end());
    note([nodes, side](const Pipelines& now) {
        const auto there = of(now, side).nodes();
        return std::equal(there.begin(), there.end(), nodes.begin(), nodes.end());
    });
    return nodes;
}

Result<PipelinePtr> SceneReader::beside(Side side, const std::function<void(Parameters&)>& change)
{
    Parameters parameters = of(m_pipelines, side).parameters();
    note([parameters, side](const Pipelines& now) { return of(now, side).parameters() == parameters; });
    change(parameters);
    return Pipeline::make(parameters, m_cache, m_cancel);
}

SceneReader::Reading SceneReader::reading() const
{
    const std::lock_guard lock(m_mutex);
    return m_reading;
}

void SceneReader::note(std::function<bool(const Pipelines&)> same)
{
    const std::lock_guard lock(m_mutex);
    m_reading.push_back(std::move(same));
}

} // namespace phasor
