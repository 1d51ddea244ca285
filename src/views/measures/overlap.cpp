// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measures/overlap.h"

#include "analysis/mean.h"
#include "analysis/overlap.h"
#include "analysis/rows/norms.h"
#include "views/schemeneeds.h"

#include <algorithm>

namespace phasor {

namespace {

constexpr std::int64_t kOverlapCells = std::int64_t{1} << 25;
constexpr std::int64_t kOverlapFrameRows = 64;
constexpr std::int64_t kOverlapFrameRank = 16;
constexpr std::int64_t kOverlapStillRank = 64;
constexpr std::int64_t kOverlapNormRows = 512;

double meanLength(const Field& field, std::int64_t rows, const CancelToken& cancel)
{
    return meanOf(rowNorms(field, {0, 0, std::min(rows, kOverlapNormRows), field.shape().cols}, cancel));
}

Result<OverlapMeasure> overlapMeasure(const Restriction& only, SceneReader& scene, Side side, Effort effort)
{
    TRY(const NodePtr wholeTable, tableNode(scene, side));
    TRY(const NodePtr position, restricted(wholeTable, only));
    TRY(const NodePtr scaled, restricted(scene.node("scaled", side), only));
    const bool frame = effort == Effort::Frame;
    TRY(const FieldPtr e, scaled->field);
    TRY(const FieldPtr pe, position->field);
    OverlapMeasure measure{.concatenated = scene.node("sum", side)->operation == Operation::Concatenate,
                           .spaces = {},
                           .embeddingWidth = e->shape().cols,
                           .positionWidth = pe->shape().cols};
    const std::int64_t rows = frame ? kOverlapFrameRows : overlapRows(measure.embeddingWidth);
    if (!measure.concatenated) {
        TRY(measure.spaces,
            spaceOverlap(*scaled, *position, rows, frame ? kOverlapFrameRank : kOverlapStillRank, scene.cancel()));
    }
    measure.scaledNorm = meanLength(*e, std::min(rows, e->shape().rows), scene.cancel());
    measure.positionNorm = meanLength(*pe, std::min(rows, e->shape().rows), scene.cancel());
    if (scene.cancel().cancelled())
        return cancelledError();
    return measure;
}

} // namespace

std::int64_t overlapRows(std::int64_t width)
{
    return std::max<std::int64_t>(1, kOverlapCells / width);
}

Result<SpaceOverlap> spaceOverlap(const Node& scaled, const Node& position, std::int64_t mostRows,
                                  std::int64_t mostRank, const CancelToken& cancel)
{
    TRY(const FieldPtr e, scaled.field);
    TRY(const FieldPtr pe, position.field);
    const std::int64_t all = std::min(e->shape().rows, pe->shape().rows);
    const Span rows{0, std::min(mostRows, all)};
    SpaceOverlap overlap{.byRank = {}, .width = e->shape().cols, .rows = rows.size(), .allRows = rows.size() == all};
    overlap.byRank = subspaceOverlap(*e, rows, *pe, rows, mostRank, cancel);
    return overlap;
}

DataTable tableOf(const OverlapMeasure& measure)
{
    std::vector<double> ranks;
    std::vector<double> random;
    for (std::size_t i = 0; i < measure.spaces.byRank.size(); ++i) {
        ranks.push_back(static_cast<double>(i + 1));
        random.push_back(measure.spaces.random(static_cast<std::int64_t>(i) + 1));
    }
    DataTable table;
    table.addKey("rank", std::move(ranks));
    table.add("overlap", measure.spaces.byRank);
    table.add("overlap_at_random", std::move(random));
    return table;
}

Result<ViewDataPtr> compute(const OverlapRequest& request, SceneReader& scene, Effort effort)
{
    auto data = std::make_shared<OverlapData>();
    TRY_DONE(measureSides(*data, scene, [&](Side side) { return overlapMeasure(request.only, scene, side, effort); }));
    data->restriction = request.only;
    data->coarse = effort == Effort::Frame;
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
