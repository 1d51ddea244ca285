// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/rows/norms.h"
#include "views/dropout/dropoutlaw.h"
#include "views/measures/measure.h"

#include <cmath>

namespace phasor {

namespace {

// A count divided by a count.
Result<MeasureValue> droppedFraction(const MeasuredPart& at)
{
    const NodePtr mask = at.node("mask");
    TRY(const FieldPtr field, mask->field);
    TRY(const Rect window, cellsInside(*mask, at.only));
    const auto rows = static_cast<double>(window.rows);
    double kept = 0;
    for (const double mean : columnEnergy(*field, window, at.scene.cancel()).mean)
        kept += std::round(mean * rows);
    const double cells = rows * static_cast<double>(window.cols);
    return MeasureValue((cells - kept) / cells);
}

Result<MeasureValue> dropoutCosine(const MeasuredPart& at)
{
    TRY(const auto pairs, dropoutPairsOf(at));
    TRY(const VisitedRows rows, visitedRows(at));
    return MeasureValue(estimatedMean(pairs->cosine, rows.complete));
}

Result<MeasureValue> keptPositionEnergy(const MeasuredPart& at)
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
    return MeasureValue(positionEnergyKept(*mask, *position, {inside.col, inside.col + inside.cols}, rows.runs,
                                           rows.complete, at.scene.cancel()));
}

double tokenLossProbability(const DropoutLaw& law)
{
    return std::pow(10.0, law.log10TokenLoss);
}

template <auto Number> Result<MeasureValue> ofLaw(const MeasuredPart& at)
{
    const NodePtr mask = at.node("mask");
    TRY(const Rect window, cellsInside(*mask, at.only));
    return MeasureValue(std::invoke(Number, dropoutLaw(*mask, {window.row, window.row + window.rows})));
}

} // namespace

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
         WORDS("Share of the positional encoding's energy that dropout keeps on average."), TableAndTokens, Setup,
         ofLaw<&DropoutLaw::positionEnergyKept>},
        {"token_loss_probability", WORDS("Probability that dropout zeroes a token completely."), Tokens, Setup,
         ofLaw<tokenLossProbability>},
        {"token_loss_log10", WORDS("Decimal logarithm of the probability that a token is zeroed."), Tokens, Setup,
         ofLaw<&DropoutLaw::log10TokenLoss>},
    };
    return kMeasures;
}

} // namespace phasor
