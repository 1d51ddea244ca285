// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dropout/dropoutlaw.h"

#include "field/matrix.h"
#include "field/parallel.h"
#include "field/reduce.h"
#include "kernels/combine.h"
#include "kernels/reduce.h"
#include "pipeline/placements.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace phasor {

namespace {

// Mean over the rows of the probability that a cell of the mask is 0.
double droppedShare(const DropoutFacts& facts, Span rows)
{
    const double p = facts.probability;
    const TokenSequence& sequence = *facts.sequence;
    const bool filled = placementOf(facts.placement).fillsPadding && sequence.hasPadding();
    if (rows.size() <= 0 || (!sequence.hasProtected() && !filled))
        return p;
    const std::int64_t end = sequence.hasText() ? std::clamp(sequence.textLength(), rows.begin, rows.end) : rows.end;
    double total = 0;
    for (std::int64_t row = rows.begin; row < end; ++row)
        total += sequence.isProtected(row) ? 0 : p;
    // The rows of the padding are all alike, and there may be billions of them.
    if (end < rows.end && !sequence.isProtected(end))
        total += (filled ? 1 : p) * static_cast<double>(rows.end - end);
    return total / static_cast<double>(rows.size());
}

} // namespace

DropoutLaw dropoutLaw(const Node& mask, Span rows)
{
    const DropoutFacts& facts = *mask.find<DropoutFacts>();
    const Placement& placement = placementOf(facts.placement);
    DropoutLaw law;
    law.droppedShare = droppedShare(facts, rows);
    if (placement.operand != Placement::Operand::Embedding)
        law.positionEnergyKept = 1 - law.droppedShare;
    // How many independent draws take a token whole.
    const double draws = placement.unit == Placement::Unit::Token ? 1 : static_cast<double>(mask.columns.count);
    if (facts.probability > 0)
        law.log10TokenLoss = draws * std::log10(facts.probability);
    return law;
}

Estimate positionEnergyKept(const Node& maskNode, const Node& position, Span columns, std::span<const Span> runs,
                            bool complete, const CancelToken& cancel)
{
    const std::int64_t offset = maskNode.find<DropoutFacts>()->positionOffset;
    const Field& mask = **maskNode.field;
    const Field& encoding = **position.field;
    std::vector<double> all(runs.size(), 0.0);
    std::vector<double> kept(runs.size(), 0.0);
    parallelFor(0, static_cast<std::int64_t>(runs.size()), 1, [&](Span span) {
        const auto k = static_cast<std::size_t>(span.begin);
        const Span run = runs[k];
        const auto size = static_cast<std::size_t>(run.size());
        std::vector<double> allOf(size, 0.0);
        std::vector<double> keptOf(size, 0.0);
        reduce(
            encoding, {run.begin, columns.begin, run.size(), columns.size()},
            [&](Rect place, MatrixView<const float> values) {
                Matrix keep(place.shape());
                if (offset >= 0)
                    mask.fill({place.row, place.col + offset, place.rows, place.cols}, keep.view());
                else // dropout acts on the embedding alone
                    std::fill_n(keep.data(), place.rows * place.cols, 1.0F);
                for (std::int64_t r = 0; r < place.rows; ++r) {
                    float* row = keep.view().row(r);
                    multiply(values.row(r), row, row, place.cols);
                    const auto index = static_cast<std::size_t>(place.row - run.begin + r);
                    allOf[index] += rowSumSquares(values.row(r), place.cols);
                    keptOf[index] += rowSumSquares(row, place.cols);
                }
            },
            cancel);
        all[k] = std::accumulate(allOf.begin(), allOf.end(), 0.0);
        kept[k] = std::accumulate(keptOf.begin(), keptOf.end(), 0.0);
    });
    return estimatedRatio(kept, all, complete);
}

} // namespace phasor
