// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measures/overlap.h"

#include "field/parallel.h"
#include "views/measures/measure.h"
#include "views/waves/wavefacts.h"

#include <array>
#include <mutex>

namespace phasor {

namespace {

constexpr std::int64_t kOverlapCells = std::int64_t{1} << 25;
constexpr std::int64_t kOverlapFrameRows = 64;
constexpr std::int64_t kOverlapFrameRank = 16;
constexpr std::int64_t kOverlapStillRank = 64;

SpaceOverlap unmeasured(const Field& e, const Field& pe, std::int64_t mostRows)
{
    const std::int64_t all = std::min(e.shape().rows, pe.shape().rows);
    const std::int64_t rows = std::min(mostRows, all);
    return {.byRank = {}, .width = e.shape().cols, .rows = rows, .allRows = rows == all};
}

PrincipalDirections directionsOf(const Node& table, std::int64_t rows, std::int64_t most)
{
    const std::int64_t width = table.columns.count;
    const PositionModel* sines = width > kFewColumns && rows >= width ? modelOfSines(table) : nullptr;
    return sines != nullptr ? principalDirections(sineColumns(*sines->table), sines->firstPosition, rows, most)
                            : principalDirections(**table.field, {0, rows}, most);
}

// Principal directions of a table, measured on demand. Any thread; two simultaneous requests both measure. Waiting
// could deadlock: a thread that waits for its parallel loop takes other work, which may be that request.
class MeasuredDirections
{
public:
    std::shared_ptr<const PrincipalDirections> known() const // null: not yet, or canceled
    {
        const std::lock_guard lock(m_mutex);
        return m_known;
    }

    // Directions of the table's first rows. The node must have a field.
    std::shared_ptr<const PrincipalDirections> of(const Node& table, std::int64_t rows, std::int64_t most) const
    {
        if (auto found = known())
            return found;
        auto measured = std::make_shared<const PrincipalDirections>(directionsOf(table, rows, most));
        const std::lock_guard lock(m_mutex);
        if (!cancelled())
            m_known = measured;
        return measured;
    }

private:
    mutable std::mutex m_mutex;
    mutable std::shared_ptr<const PrincipalDirections> m_known;
};

// Overlap of both tables.
std::vector<double> overlapOf(const Node& e, const MeasuredDirections& embeddings, const Node& pe,
                              const MeasuredDirections& positions, std::int64_t rows, std::int64_t rank)
{
    std::array<std::shared_ptr<const PrincipalDirections>, 2> directions;
    parallelFor(0, 2, 1, [&](Span span) {
        const bool first = span.begin == 0;
        directions[static_cast<std::size_t>(span.begin)]
            = (first ? embeddings : positions).of(first ? e : pe, rows, rank);
    });
    return subspaceOverlap(*directions[0], *directions[1]);
}

// `scaled` and `table`: entire nodes.
Result<SpaceOverlap> spacesOf(const NodePtr& scaled, const NodePtr& table, const Restriction& only, SceneReader& scene,
                              Side side, Effort effort)
{
    const NodePtr unscaled = unscaledDirections(scene.node("embedding", side), scaled);
    TRY(const NodePtr embedding, restricted(unscaled, only));
    TRY(const NodePtr position, restricted(table, only));
    TRY(const FieldPtr e, embedding->field);
    TRY(const FieldPtr pe, position->field);
    SpaceOverlap spaces = unmeasured(*e, *pe, overlapRows(e->shape().cols));
    const auto keptDirections = [&](const NodePtr& whole) { // of the first rows
        return scene.kept<MeasuredDirections>(std::tuple(whole, only, spaces.rows),
                                              [] { return Result(std::make_shared<const MeasuredDirections>()); });
    };
    // Also for a first answer, which may not need them: the cache drops what was not requested.
    TRY(const auto embeddings, keptDirections(unscaled));
    TRY(const auto positions, keptDirections(table));
    if (effort == Effort::Frame && !(embeddings->known() && positions->known()))
        return spaceOverlap(*embedding, *position, kOverlapFrameRows, kOverlapFrameRank);
    spaces.byRank = overlapOf(*embedding, *embeddings, *position, *positions, spaces.rows, kOverlapStillRank);
    return spaces;
}

Result<OverlapMeasure> overlapMeasure(const Restriction& only, SceneReader& scene, Side side, Effort effort)
{
    TRY(const NodePtr table, tableNode(scene, side));
    TRY(const NodePtr position, restricted(table, only));
    const NodePtr wholeScaled = scene.node("scaled", side);
    TRY(const NodePtr scaled, restricted(wholeScaled, only));
    TRY(const FieldPtr e, scaled->field);
    TRY(const FieldPtr pe, position->field);
    Parameters beside;
    beside.encoding = scene.read(&Parameters::encoding, side);
    beside.sum = scene.read(&Parameters::sum, side);
    beside.sum.combine = Combine::Concatenate;
    OverlapMeasure measure{.concatenated = scene.node("sum", side)->operation == Operation::Concatenate,
                           .spaces = {},
                           .embeddingWidth = e->shape().cols,
                           .positionWidth = pe->shape().cols,
                           .beside = widthsOf(beside)};
    if (measure.concatenated) {
        const std::int64_t most = std::min({measure.embeddingWidth, measure.positionWidth, kOverlapStillRank});
        measure.spaces.byRank.resize(static_cast<std::size_t>(most));
        measure.spaces.width = measure.embeddingWidth + measure.positionWidth;
    } else {
        TRY(measure.spaces, spacesOf(wholeScaled, table, only, scene, side, effort));
        TRY(const FieldPtr ids, scene.node("tokens", side)->field);
        TRY(const FieldPtr words, scene.node("embedding", side)->field);
        TRY(const FieldPtr positions, table->field);
        measure.drawnAlike = areDrawnAlike(*ids, *words, *positions);
    }
    return measure;
}

} // namespace

std::int64_t overlapRows(std::int64_t width)
{
    return std::max<std::int64_t>(1, kOverlapCells / width);
}

Meeting meetingOf(const SpaceOverlap& overlap)
{
    if (overlap.rank() >= overlap.width)
        return Meeting::AllDirections;
    const double beyond = overlap.measured() - overlap.randomAtRank();
    if (std::abs(beyond) <= 3 * overlap.randomDeviation())
        return Meeting::AsByChance;
    return beyond > 0 ? Meeting::MoreThanByChance : Meeting::LessThanByChance;
}

NodePtr unscaledDirections(const NodePtr& embedding, const NodePtr& scaled)
{
    const double s = std::abs(scaled->find<ScaleFacts>()->factor);
    return s >= 1e-12 && s <= 1e12 ? embedding : scaled;
}

Result<SpaceOverlap> spaceOverlap(const Node& embedding, const Node& position, std::int64_t mostRows,
                                  std::int64_t mostRank)
{
    TRY(const FieldPtr e, embedding.field);
    TRY(const FieldPtr pe, position.field);
    SpaceOverlap overlap = unmeasured(*e, *pe, mostRows);
    overlap.byRank = overlapOf(embedding, MeasuredDirections(), position, MeasuredDirections(), overlap.rows, mostRank);
    return overlap;
}

DataTable tableOf(const OverlapMeasure& measure)
{
    const SpaceOverlap& spaces = measure.spaces;
    const std::vector<double> ranks = countedFrom(1, spaces.byRank.size());
    const auto random = [&](double rank) {
        return spaces.random(static_cast<std::int64_t>(rank));
    };
    return {{{"rank", ranks, kKey}, {"overlap", spaces.byRank}, {"overlap_at_random", columnFrom(ranks, random)}}};
}

Result<ViewDataPtr> compute(const OverlapRequest& request, SceneReader& scene, Effort effort)
{
    TRY(auto data,
        sidesOf<OverlapData>(scene, [&](Side side) { return overlapMeasure(request.only, scene, side, effort); }));
    noteLeftOut(*data, scene, "sum", request.only);
    data->coarse = effort == Effort::Frame;
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
