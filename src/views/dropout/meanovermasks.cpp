// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dropout/meanovermasks.h"

#include "field/materialize.h"
#include "kernels/reduce.h"
#include "pipeline/embeddingtable.h"
#include "pipeline/placements.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

namespace {

// Masks of rows that are far down cost all the rows before them: then there are fewer.
constexpr std::int64_t kMostDrawnCells = std::int64_t{1} << 28;

// The share of the input's energy that dropout acts on; the mean of the outputs differs from the input by that part.
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
        return materialized(of, {0, 0, rows, of.shape().cols});
    };
    const Matrix input = firstRowsOf(*field);
    const double energy = rowSumSquares(input.data(), rows * width);
    if (!(energy > 0) || !std::isfinite(energy))
        return std::optional<MeanOverMasks>();
    // Of some columns of a concatenation nobody asks which are the embedding's.
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

} // namespace phasor
