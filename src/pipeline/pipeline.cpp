// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/pipeline.h"

#include "inputs/matrix/matrixfile.h"
#include "pipeline/build/builder.h"
#include "pipeline/parameters/parameterspec.h"

#include <chrono>
#include <thread>

namespace phasor {

std::unique_lock<std::mutex> PipelineCache::lockUnlessCancelled(std::mutex& mutex)
{
    std::unique_lock lock(mutex, std::try_to_lock);
    while (!lock && !cancelled()) {
        std::this_thread::sleep_for(std::chrono::microseconds(200));
        lock.try_lock();
    }
    return lock;
}

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
    std::string known;
    for (const NodePtr& node : m_nodes)
        (known += known.empty() ? "" : ", ") += node->id;
    const bool elsewhere = isNode(id);
    return usageError("ENUM", "--stage",
                      elsewhere
                          ? WORDS("the scheme %1 has no stage %2").with(m_parameters.encoding.scheme, inQuotes(id))
                          : WORDS("%1 is unknown").with(inQuotes(id)),
                      WORDS("use one of %1").with(known));
}

namespace {

// Infos from small setups, one for each scheme: the longest pipelines have all nodes, in order.
std::vector<NodeInfo> collected()
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

} // namespace

std::span<const NodeInfo> nodeInfos()
{
    static const std::vector<NodeInfo> infos = collected();
    return infos;
}

bool isNode(std::string_view id)
{
    return std::ranges::find(nodeInfos(), id, &NodeInfo::id) != nodeInfos().end();
}

} // namespace phasor
