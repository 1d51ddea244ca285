// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/attention/scoreterms.h"
#include "views/dropout/dropout.h"
#include "views/dropout/recovery.h"
#include "views/measures/overlap.h"

namespace phasor {

static Result<MeasureValue> droppedFraction(const MeasuredPart& at)
{
    const NodePtr mask = at.node("mask");
    TRY(const FieldPtr field, mask->field);
    TRY(const Rect window, cellsInside(*mask, at.only));
    return MeasureValue(shareOfZeros(*field, window));
}

static Result<MeasureValue> dropoutCosine(const MeasuredPart& at)
{
    TRY(const auto pairs, dropoutPairsOf(at));
    TRY(const VisitedRows rows, visitedRows(at));
    return MeasureValue(estimatedMean(pairs->cosine, rows.complete));
}

static Result<MeasureValue> keptPositionEnergy(const MeasuredPart& at)
{
    const NodePtr position = at.table();
    const NodePtr mask = at.node("mask");
    TRY_DONE(mask->field);
    TRY_DONE(position->field);
    TRY(const Rect ofMask, cellsInside(*mask, at.only));
    TRY(const Rect inside, cellsInside(*position, {.dimensions = at.only.dimensions}));
    TRY(VisitedRows rows, visitedRows(at));
    for (Span& run : rows.runs)
        run = {run.begin + ofMask.row, run.end + ofMask.row};
    return MeasureValue(
        positionEnergyKept(*mask, *position, {inside.col, inside.col + inside.cols}, rows.runs, rows.complete));
}

static Result<MeasureValue> expectedPositionEnergy(const MeasuredPart& at)
{
    const NodePtr mask = at.node("mask");
    const DropoutFacts& facts = *mask->find<DropoutFacts>();
    TRY(const Rect window, cellsInside(*mask, at.only));
    if (placementOf(facts.placement).operand == Placement::Operand::Embedding)
        return MeasureValue(1.0);
    if (!rowsDiffer(facts))
        return MeasureValue(1 - facts.probability);
    TRY(const Numbers norms, normsOf(at, "position"));
    TRY(const VisitedRows rows, visitedRows(at));
    std::vector<double> all;
    std::vector<double> kept;
    for (const Span run : rows.runs) {
        for (std::int64_t row = run.begin; row < run.end; ++row) {
            const double norm = (*norms)[all.size()];
            all.push_back(norm * norm);
            kept.push_back(all.back() * (1 - droppedShareOfRow(facts, window.row + row)));
        }
    }
    return MeasureValue(estimatedRatio(kept, all, rows.complete));
}

static double tokenLossProbability(const DropoutLaw& law)
{
    return std::pow(10.0, law.log10TokenLoss);
}

template <auto Number> static Result<MeasureValue> ofLaw(const MeasuredPart& at)
{
    const NodePtr mask = at.node("mask");
    TRY(const Rect window, cellsInside(*mask, at.only));
    return MeasureValue(std::invoke(Number, dropoutLaw(*mask, {window.row, window.row + window.rows})));
}

template <auto Number> static Result<MeasureValue> ofRecovery(const MeasuredPart& at)
{
    TRY(const auto recovery, recoveryOf(at));
    return MeasureValue(std::invoke(Number, *recovery));
}

template <auto Of, auto Number> static Result<MeasureValue> ofRecovery(const MeasuredPart& at)
{
    TRY(const auto recovery, recoveryOf(at));
    return MeasureValue((*recovery).*Of.*Number);
}

// Not a template: each instance would have its own Key, and measure again.
static Result<std::shared_ptr<const ScoreTermSizes>> termSizesOf(const MeasuredPart& at)
{
    const MeasuredPart rows{at.scene, at.side, {.positions = at.only.positions}};
    return keptPart<ScoreTermSizes>(rows, std::pair(at.node("scaled"), at.table()), [&]() -> Result<ScoreTermSizes> {
        TRY(const NodePtr scaled, rows.part("scaled"));
        TRY(const NodePtr position, rows.part("position"));
        TRY(const ScoreParts parts, scoreParts(*scaled, *position));
        return scoreTermSizes(parts);
    });
}

template <std::size_t Term> static Result<MeasureValue> ofTerm(const MeasuredPart& at)
{
    TRY(const auto sizes, termSizesOf(at));
    return MeasureValue((*sizes)[Term]);
}

template <auto Number> static Result<MeasureValue> ofOverlap(const MeasuredPart& at)
{
    TRY(const auto overlap, overlapOf(at));
    return overlap->byRank.empty() ? MeasureValue() : MeasureValue(std::invoke(Number, *overlap));
}

std::span<const Measure> measuresOfDropout()
{
    using enum Needs;
    using enum MeasureCost;
    static constexpr Measure kMeasures[] = {
        {"dropped_fraction", WORDS("Share of the values that dropout zeroes."), Tokens, Sample, droppedFraction},
        {"dropout_cosine", WORDS("Mean cosine between a row before dropout and after it."), Tokens, Sample,
         dropoutCosine},
        {"position_energy_kept", WORDS("Share of the positional encoding's energy that dropout keeps."), TableAndTokens,
         Sample, keptPositionEnergy},
        {"expected_dropped_fraction", WORDS("Share of the values that dropout zeroes on average."), Tokens, Setup,
         ofLaw<&DropoutLaw::droppedShare>},
        {"expected_position_energy_kept",
         WORDS("Share of the positional encoding's energy that dropout keeps on average."), TableAndTokens, Sample,
         expectedPositionEnergy},
        {"token_loss_probability", WORDS("Probability that dropout zeroes a token completely."), Tokens, Setup,
         ofLaw<tokenLossProbability>},
        {"token_loss_log10", WORDS("Decimal logarithm of the probability that a token is zeroed."), Tokens, Setup,
         ofLaw<&DropoutLaw::log10TokenLoss>},
    };
    return kMeasures;
}

Result<std::shared_ptr<const Recovery>> recoveryOf(const MeasuredPart& at)
{
    // depends on all parameters, as it samples other masks with them
    TRY(const PipelinePtr setup, at.setup());
    return keptPart<Recovery>(at, setup->parameters(),
                              [&] { return recoveryOf(at.scene, at.side, [](Parameters&) {}, {.only = at.only}); });
}

Result<std::shared_ptr<const SpaceOverlap>> overlapOf(const MeasuredPart& at)
{
    const NodePtr unscaled = unscaledDirections(at.node("embedding"), at.node("scaled"));
    return keptPart<SpaceOverlap>(at, std::pair(unscaled, at.table()), [&]() -> Result<SpaceOverlap> {
        TRY(const NodePtr embedding, restricted(unscaled, at.only));
        TRY(const NodePtr position, restricted(at.table(), at.only));
        return spaceOverlap(*embedding, *position, overlapRows(embedding->columns.count), SpaceOverlap::kRank);
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
        {"overlap.measured", WORDS("Overlap of the principal directions of embedding and encoding."), Sum, Job,
         ofOverlap<&SpaceOverlap::measured>, drawnAlike},
        {"overlap.random", WORDS("The same share for random directions."), Sum, Job,
         ofOverlap<&SpaceOverlap::randomAtRank>},
        {"overlap.rank", WORDS("Number of principal directions that were compared."), Sum, Job,
         ofOverlap<&SpaceOverlap::rank>},
    };
    return kMeasures;
}

} // namespace phasor
