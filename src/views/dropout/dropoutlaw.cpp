// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dropout/dropoutlaw.h"

#include "field/matrix.h"
#include "field/matrixfield.h"
#include "field/parallel.h"
#include "kernels/combine.h"
#include "kernels/reduce.h"
#include "pipeline/embeddingtable.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace phasor {

namespace {

// Masks of rows far down also need all rows before them: then fewer masks are used.
constexpr std::int64_t kMostDrawnCells = std::int64_t{1} << 28;

// Share of the input's energy in the dropout target; only that part of the mean output differs from the input.
double energyActedOn(const Matrix& input, const Matrix& scaled, const Matrix* position, Placement::Operand operand)
{
    const auto energy = [](const Matrix& of) {
        return rowSumSquares(of.data(), of.rows() * of.cols());
    };
    if (operand == Placement::Operand::Sum)
        return 1;
    const double word = operand != Placement::Operand::Position ? energy(scaled) : 0;
    const double place = operand != Placement::Operand::Embedding && position != nullptr ? energy(*position) : 0;
    return (word + place) / energy(input);
}

} // namespace

Result<std::optional<MeanOverMasks>> meanOverMasks(SceneReader& scene, Side side, const MaskDraws& draws,
                                                   const Restriction& only)
{
    const auto& facts = *scene.node("mask", side)->find<DropoutFacts>();
    const double p = facts.probability;
    if (!(p > 0 && p < 1))
        return std::optional<MeanOverMasks>();
    const NodePtr whole = scene.node("sum", side);
    TRY(const Rect cells, cellsInside(*whole, only));
    TRY(const NodePtr sum, restricted(whole, only));
    TRY(const FieldPtr field, sum->field);
    const std::int64_t width = cells.cols;
    const std::int64_t rows = std::min(cells.rows, std::max<std::int64_t>(1, draws.cells / width));
    const std::int64_t drawn = (cells.row + rows) * whole->columns.count;
    const int masks = static_cast<int>(std::clamp<std::int64_t>(kMostDrawnCells / drawn, 2, draws.masks));
    const auto firstRowsOf = [rows](const Field& of) {
        Matrix values = materialized(of, {0, 0, rows, of.shape().cols});
        const auto notFinite = [](float value) {
            return !std::isfinite(value);
        };
        std::replace_if(values.data(), values.data() + values.rows() * values.cols(), notFinite, 0.0F); // left out
        return values;
    };
    const Matrix input = firstRowsOf(*field);
    const double energy = rowSumSquares(input.data(), rows * width);
    if (!(energy > 0))
        return std::optional<MeanOverMasks>();
    // Not for some columns of a concatenation: it isn't determined which of them are the embedding's.
    const bool known = !facts.sequence->hasProtected() && !placementOf(facts.placement).fillsPadding
        && !(whole->operation == Operation::Concatenate && only.dimensions);
    MeanOverMasks mean{
        .masks = {}, .distance = {}, .expected = {}, .expectedVariance = std::numeric_limits<double>::quiet_NaN()};
    if (known) {
        TRY(const NodePtr scaled, restricted(scene.node("scaled", side), only));
        std::optional<Matrix> table;
        if (whole->operation != Operation::Same) {
            TRY(const NodePtr position, restricted(scene.node("position", side), only));
            table = firstRowsOf(**position->field);
        }
        mean.expectedVariance = p / (1 - p)
            * energyActedOn(input, firstRowsOf(**scaled->field), table ? &*table : nullptr,
                            placementOf(facts.placement).operand);
    }
    const std::int64_t vocab = facts.sequence->vocab();
    const auto count = static_cast<std::size_t>(rows * width);
    std::vector<double> sums(count, 0.0);
    std::vector<double> squares(count, 0.0);
    for (int mask = 0; mask < masks; ++mask) {
        TRY(const PipelinePtr setup, scene.beside(side, [&](Parameters& parameters) {
            parameters.sentence.seqLen = cells.row + rows;
            if (!EmbeddingTable::isFile(parameters.embedding.source))
                parameters.sentence.vocab = vocab;
            parameters.dropout.seed = Seed{.bits = static_cast<std::uint64_t>(mask)};
        }));
        TRY(const NodePtr masked, restricted(setup->find("output"), only));
        TRY(const FieldPtr values, masked->field);
        const Matrix output = firstRowsOf(*values);
        double distance = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const double x = static_cast<double>(input.data()[i]);
            const double away = static_cast<double>(output.data()[i]) - x;
            sums[i] += away;
            squares[i] += away * away;
            distance += sums[i] * sums[i];
        }
        const double n = mask + 1;
        mean.masks.push_back(n);
        mean.distance.push_back(std::sqrt(distance / energy) / n);
        mean.expected.push_back(std::sqrt(mean.expectedVariance / n));
    }
    const double n = masks;
    for (std::size_t i = 0; i < count; ++i)
        mean.variance += (squares[i] - sums[i] * sums[i] / n) / (n - 1) / energy;
    return std::optional(std::move(mean));
}

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
    // Rows of padding are all the same, and there may be billions of them.
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
    // Independent draws that must all drop for a token to be zeroed completely.
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
