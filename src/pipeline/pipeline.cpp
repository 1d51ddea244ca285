// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/pipeline.h"

#include "inputs/matrix/matrixfile.h"
#include "pipeline/build/builder.h"
#include "pipeline/parameters/parameterspec.h"
#include "pipeline/scene.h"
#include "text/words.h"

#include <algorithm>
#include <cmath>

namespace phasor {

void PipelineCache::forget(bool shownToo)
{
    std::vector<std::shared_ptr<Slot>> forgotten; // freed after unlocking: large tables take time
    const std::lock_guard lock(m_mutex);
    const auto kept = std::partition(m_slots.begin(), m_slots.end(),
                                     [=](const auto& slot) { return slot->used || (slot->shown && !shownToo); });
    forgotten.assign(std::make_move_iterator(kept), std::make_move_iterator(m_slots.end()));
    m_slots.erase(kept, m_slots.end());
    for (const auto& slot : m_slots) {
        slot->shown = shownToo ? slot->used : slot->shown;
        slot->used = false;
    }
}

PipelineBuilder::PipelineBuilder(const Parameters& parameters, PipelineCache& cache, const CancelToken& cancel)
    : m_pipeline(new Pipeline)
    , m_widths(widthsOf(parameters))
    , m_cache(cache)
    , m_cancel(cancel)
{
    m_pipeline->m_parameters = parameters;
}

Result<PipelinePtr> PipelineBuilder::build()
{
    for (const auto add :
         {addPositionModel, addTokens, addEmbedding, addPosition, addSum, addDropout, addRotation, addAttention}) {
        TRY_DONE(add(*this));
        if (m_cancel.cancelled())
            return cancelledError();
    }
    m_pipeline->m_sequence = sequence;
    m_pipeline->m_model = model;
    m_pipeline->m_table = table;
    m_pipeline->m_file = file;
    return PipelinePtr(std::move(m_pipeline));
}

Axis PipelineBuilder::tokenRows() const
{
    return {.kind = AxisKind::Position,
            .count = sequence->length(),
            .first = model->firstPosition,
            .firstLabel = model->firstPosition,
            .gridColumns = model->gridColumns,
            .tokens = sequence->hasNames() ? sequence : nullptr};
}

Result<PipelinePtr> Pipeline::make(const Parameters& parameters, PipelineCache& cache, const CancelToken& cancel)
{
    TRY_DONE(validate(parameters));
    const CancelScope scope(cancel);
    return PipelineBuilder(parameters, cache, cancel).build();
}

Status Pipeline::inputs() const
{
    const std::optional<Error> fault = m_file ? m_file->fault() : std::nullopt;
    return fault ? Status(*fault) : Done{};
}

NodePtr Pipeline::find(std::string_view id) const
{
    const auto found = std::ranges::find(m_nodes, id, [](const NodePtr& node) -> const NodeId& { return node->id; });
    return found == m_nodes.end() ? nullptr : *found;
}

Result<NodePtr> Pipeline::node(std::string_view id) const
{
    if (NodePtr found = find(id))
        return found;
    const bool elsewhere = isNode(id);
    return usageError("ENUM", "--stage",
                      elsewhere
                          ? WORDS("the scheme %1 has no stage %2").with(m_parameters.encoding.scheme, inQuotes(id))
                          : WORDS("%1 is unknown").with(inQuotes(id)),
                      WORDS("use one of %1").with(listed(m_nodes, &Node::id)));
}

// Infos from small setups, one for each scheme: the longest pipelines have all nodes, in order.
static std::vector<NodeInfo> collected()
{
    std::vector<NodeInfo> infos;
    for (const Scheme& scheme : schemes()) {
        Parameters parameters;
        setScheme(parameters.encoding, scheme.id);
        parameters.encoding.dModel = 2 * parameters.attention.heads; // a head that can be rotated
        parameters.encoding.maxLen = 1;
        PipelineCache cache;
        const Result<PipelinePtr> pipeline = Pipeline::make(parameters, cache);
        if (!pipeline.ok())
            continue;
        auto place = infos.begin();
        for (const NodePtr& node : (*pipeline)->nodes()) {
            const auto known = std::ranges::find(infos, node->id, &NodeInfo::id);
            place = (known == infos.end() ? infos.insert(place, {node->id, node->quantity}) : known) + 1;
        }
    }
    return infos;
}

std::span<const NodeInfo> nodeInfos()
{
    static const std::vector<NodeInfo> infos = collected();
    return infos;
}

bool isNode(std::string_view id)
{
    return std::ranges::find(nodeInfos(), id, &NodeInfo::id) != nodeInfos().end();
}

std::optional<std::int64_t> Axis::index(std::int64_t coordinate) const
{
    const std::int64_t found = coordinate - first;
    if (found < 0 || found >= (period > 0 ? std::min(period, count) : count))
        return std::nullopt;
    return found;
}

std::string Axis::label(std::int64_t index) const
{
    if (tokens)
        return index < tokens->length() ? tokens->label(index) : std::string();
    if (const auto cell = gridCell(index))
        return std::to_string(cell->row) + ", " + std::to_string(cell->column);
    return std::to_string(firstLabel + (period > 0 ? index % period : index));
}

std::optional<Axis::GridCell> Axis::gridCell(std::int64_t index) const
{
    if (gridColumns == 0)
        return std::nullopt;
    return GridCell{index / gridColumns, index % gridColumns};
}

Interval Axis::visible(const std::optional<Interval>& range) const
{
    const auto size = static_cast<double>(count);
    if (!range || !std::isfinite(range->low) || !std::isfinite(range->high))
        return {0, size};
    const double width = std::clamp(range->high - range->low, std::min(1.0, size), size);
    const double low = std::clamp(range->low - static_cast<double>(first), 0.0, size - width);
    return {low, low + width};
}

Interval Axis::inCoordinates(Interval indices) const
{
    return {indices.low + static_cast<double>(first), indices.high + static_cast<double>(first)};
}

std::optional<double> valueAt(const Node& node, std::int64_t row, std::int64_t column)
{
    if (!node.field.ok() || row < 0 || column < 0 || row >= node.rows.count || column >= node.columns.count)
        return std::nullopt;
    return (*node.field)->cell(row, column);
}

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
