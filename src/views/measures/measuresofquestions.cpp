// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/attention/scoreterms.h"
#include "views/dropout/recovery.h"
#include "views/measures/measure.h"
#include "views/measures/overlap.h"

namespace phasor {

namespace {

template <auto Number> Result<MeasureValue> ofRecovery(const MeasuredPart& at)
{
    TRY(const auto recovery, recoveryOf(at));
    return MeasureValue(std::invoke(Number, *recovery));
}

template <auto Of, auto Number> Result<MeasureValue> ofRecovery(const MeasuredPart& at)
{
    TRY(const auto recovery, recoveryOf(at));
    return MeasureValue((*recovery).*Of.*Number);
}

// No template: each instance would have a Key of its own, and measure again.
Result<std::shared_ptr<const ScoreTermSizes>> termSizesOf(const MeasuredPart& at)
{
    const MeasuredPart rows{at.scene, at.side, {.positions = at.only.positions}};
    return keptPart<ScoreTermSizes>(rows, std::pair(at.node("scaled"), at.table()), [&]() -> Result<ScoreTermSizes> {
        TRY(const NodePtr scaled, rows.part("scaled"));
        TRY(const NodePtr position, rows.part("position"));
        TRY(const ScoreParts parts, scoreParts(*scaled, *position));
        return scoreTermSizes(parts, at.scene.cancel());
    });
}

template <std::size_t Term> Result<MeasureValue> ofTerm(const MeasuredPart& at)
{
    TRY(const auto sizes, termSizesOf(at));
    return MeasureValue((*sizes)[Term]);
}

template <auto Number> Result<MeasureValue> ofOverlap(const MeasuredPart& at)
{
    TRY(const auto overlap, overlapOf(at));
    return overlap->byRank.empty() ? MeasureValue() : MeasureValue(std::invoke(Number, *overlap));
}

} // namespace

Result<std::shared_ptr<const Recovery>> recoveryOf(const MeasuredPart& at)
{
    // Of all parameters, as other masks are drawn as they say.
    TRY(const PipelinePtr setup, at.setup());
    return keptPart<Recovery>(at, setup->parameters(), [&] {
        const MakeSetup make = [&at](const auto& change) {
            return at.scene.beside(at.side, change);
        };
        return recoveryOf(make, {.only = at.only}, at.scene.cancel());
    });
}

Result<std::shared_ptr<const SpaceOverlap>> overlapOf(const MeasuredPart& at)
{
    const NodePtr unscaled = unscaledDirections(at.node("embedding"), at.node("scaled"));
    return keptPart<SpaceOverlap>(at, std::pair(unscaled, at.table()), [&]() -> Result<SpaceOverlap> {
        TRY(const NodePtr embedding, restricted(unscaled, at.only));
        TRY(const NodePtr position, restricted(at.table(), at.only));
        return spaceOverlap(*embedding, *position, overlapRows(embedding->columns.count), SpaceOverlap::kRank,
                            at.scene.cancel());
    });
}

std::span<const Measure> measuresOfQuestions()
{
    using enum Needs;
    using enum MeasureCost;
    static constexpr Measure kMeasures[] = {
        {"score_terms.cc", WORDS("Spread of the content–content term of a score."), Sum, Job, ofTerm<0>},
        {"score_terms.cp", WORDS("Spread of the content–position term of a score."), Sum, Job, ofTerm<1>},
        {"score_terms.pc", WORDS("Spread of the position–content term of a score."), Sum, Job, ofTerm<2>},
        {"score_terms.pp", WORDS("Spread of the position–position term of a score."), Sum, Job, ofTerm<3>},
        {"recoverability.position", WORDS("Share of the output rows that are nearest to their position."),
         TableAndTokens, Job, ofRecovery<&Recovery::position, &Recovered::share>, drawnAlike},
        {"recoverability.position_low", WORDS("Low end of the 95 % interval of that share."), TableAndTokens, Job,
         ofRecovery<&Recovery::position, &Recovered::low>},
        {"recoverability.position_high", WORDS("High end of the 95 % interval of that share."), TableAndTokens, Job,
         ofRecovery<&Recovery::position, &Recovered::high>},
        {"recoverability.token", WORDS("Share of the output rows that are nearest to their token."), TableAndTokens,
         Job, ofRecovery<&Recovery::token, &Recovered::share>},
        {"recoverability.token_low", WORDS("Low end of the 95 % interval of that share."), TableAndTokens, Job,
         ofRecovery<&Recovery::token, &Recovered::low>},
        {"recoverability.token_high", WORDS("High end of the 95 % interval of that share."), TableAndTokens, Job,
         ofRecovery<&Recovery::token, &Recovered::high>},
        {"recoverability.rows", WORDS("Number of output rows that were looked up."), TableAndTokens, Job,
         ofRecovery<&Recovery::rows>},
        {"recoverability.seeds", WORDS("Number of dropout masks, each of a seed of its own."), TableAndTokens, Job,
         ofRecovery<&Recovery::seeds>},
        {"overlap.measured", WORDS("Share of the principal directions that embedding and encoding share."), Sum, Job,
         ofOverlap<&SpaceOverlap::measured>, drawnAlike},
        {"overlap.random", WORDS("The same share for random directions."), Sum, Job,
         ofOverlap<&SpaceOverlap::randomAtRank>},
        {"overlap.rank", WORDS("Number of principal directions that were compared."), Sum, Job,
         ofOverlap<&SpaceOverlap::rank>},
    };
    return kMeasures;
}

} // namespace phasor
