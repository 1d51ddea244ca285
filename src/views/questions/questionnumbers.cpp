// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/questions/questionnumbers.h"

#include "views/attention/scoreterms.h"
#include "views/dropout/recovery.h"
#include "views/jsonnumbers.h"
#include "views/measures/overlap.h"

#include <functional>

namespace phasor {

namespace {

Json jsonOf(const ScoreTermSizes& sizes)
{
    return {{"cc", numberOrNull(sizes[0])},
            {"cp", numberOrNull(sizes[1])},
            {"pc", numberOrNull(sizes[2])},
            {"pp", numberOrNull(sizes[3])}};
}

Json jsonOf(const Recovery& recovery)
{
    return {{"position", numberOrNull(recovery.position.share)},
            {"position_low", numberOrNull(recovery.position.low)},
            {"position_high", numberOrNull(recovery.position.high)},
            {"token", numberOrNull(recovery.token.share)},
            {"token_low", numberOrNull(recovery.token.low)},
            {"token_high", numberOrNull(recovery.token.high)},
            {"rows", recovery.rows},
            {"seeds", recovery.seeds}};
}

Json jsonOf(const SpaceOverlap& overlap)
{
    if (overlap.byRank.empty())
        return nullptr;
    return {{"measured", overlap.measured()}, {"random", overlap.random(overlap.rank())}, {"rank", overlap.rank()}};
}

} // namespace

Status addQuestionNumbers(Json& object, const Pipeline& pipeline, const Restriction& only, PipelineCache& cache,
                          const CancelToken& cancel)
{
    for (const char* key : {"score_terms", "recoverability", "overlap"})
        object[key] = nullptr;
    const NodePtr position = pipeline.model().table ? pipeline.find("position") : nullptr;
    if (!position || pipeline.sequence().length() < 1)
        return Done{};
    const MakeSetup make = [&](const std::function<void(Parameters&)>& change) {
        Parameters parameters = pipeline.parameters();
        change(parameters);
        return Pipeline::make(parameters, cache, cancel);
    };
    TRY(const Recovery recovery, recoveryOf(make, {.only = only}, cancel));
    object["recoverability"] = jsonOf(recovery);
    if (concatenates(pipeline.parameters()))
        return Done{};
    const Restriction rows{.positions = only.positions};
    TRY(const NodePtr scaledRows, restricted(pipeline.find("scaled"), rows));
    TRY(const NodePtr positionRows, restricted(position, rows));
    TRY(const ScoreParts parts, scoreParts(*scaledRows, *positionRows));
    object["score_terms"] = jsonOf(scoreTermSizes(parts, cancel));
    TRY(const NodePtr embedding,
        restricted(unscaledDirections(pipeline.find("embedding"), pipeline.find("scaled")), only));
    TRY(const NodePtr table, restricted(position, only));
    TRY(const SpaceOverlap overlap,
        spaceOverlap(*embedding, *table, overlapRows(embedding->columns.count), SpaceOverlap::kRank, cancel));
    object["overlap"] = jsonOf(overlap);
    if (cancel.cancelled())
        return cancelledError();
    return Done{};
}

} // namespace phasor
