// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dropout/histogram.h"

#include "analysis/rows/norms.h"
#include "field/matrixfield.h"
#include "kernels/reduce.h"
#include "pipeline/embeddingtable.h"
#include "views/measures/measure.h"
#include "views/restriction.h"
#include "views/waves/wavefacts.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t kBinsEachSide = 30;
constexpr std::size_t kScatterCells = 600;

struct HistogramSize
{
    std::int64_t cells = 1 << 17;
    std::int64_t inputCells = 1 << 12; // of the mean over masks, in entire rows
    std::int64_t drawnCells = 1 << 13; // of each mask: its last row needs all rows before it
    int masks = 64;
    Restriction only = {};
};

std::size_t binOf(double value, double reach)
{
    const double step = reach / static_cast<double>(kBinsEachSide);
    const double bin = std::round(value / step) + static_cast<double>(kBinsEachSide);
    return static_cast<std::size_t>(std::clamp(bin, 0.0, 2.0 * static_cast<double>(kBinsEachSide)));
}

// Input and output of dropout in some rows.
struct RowsOfDropout
{
    Matrix input;
    Matrix output;
};

Result<RowsOfDropout> rowsOfDropout(SceneReader& scene, Side side, const HistogramSize& size)
{
    const MeasuredPart at{scene, side, size.only};
    TRY(const FieldPtr before, at.field("sum"));
    TRY(const FieldPtr after, at.field("output"));
    const auto [rows, width] = before->shape();
    if (rows < 1)
        return usageError("EMPTY", "--text", WORDS("there are no tokens for dropout to act on"),
                          WORDS("type a sentence"));
    const std::int64_t some = std::min(rows, std::max<std::int64_t>(1, size.cells / width));
    return RowsOfDropout{spreadRows(*before, some), spreadRows(*after, some)};
}

// Largest value of everything that is compared, so that the bins are the same.
double commonReach(SceneReader& scene, const HistogramSize& size)
{
    double reach = 0;
    for (const Side side : {Side::A, Side::B}) {
        if (side == Side::B && !scene.comparing())
            continue;
        if (const Result<RowsOfDropout> rows = rowsOfDropout(scene, side, size); rows.ok())
            reach = std::max({reach, reachOf(rows->input), reachOf(rows->output)});
    }
    return std::isfinite(reach) && reach > 0 ? reach : 1;
}

ValueSpread spreadOf(const Matrix& input, const Matrix& output, double reach)
{
    const std::int64_t cells = input.rows() * input.cols();
    ValueSpread spread;
    const std::size_t bins = 2 * static_cast<std::size_t>(kBinsEachSide) + 1;
    spread.input.assign(bins, 0.0);
    spread.output.assign(bins, 0.0);
    for (std::size_t b = 0; b < bins; ++b)
        spread.middles.push_back((static_cast<double>(b) / static_cast<double>(kBinsEachSide) - 1) * reach);
    const double each = 1 / static_cast<double>(cells);
    for (std::int64_t i = 0; i < cells; ++i) {
        const auto x = static_cast<double>(input.data()[i]);
        const auto y = static_cast<double>(output.data()[i]);
        if (std::isfinite(x))
            spread.input[binOf(x, reach)] += each;
        if (y == 0)
            spread.zeros += each;
        else if (std::isfinite(y))
            spread.output[binOf(y, reach)] += each;
    }
    return spread;
}

void addScatter(HistogramMeasure& measure, const Matrix& input, const Matrix& output)
{
    const auto cells = static_cast<std::size_t>(input.rows() * input.cols());
    const std::size_t count = std::min(cells, kScatterCells);
    for (std::size_t i = 0; i < count; ++i) {
        // The step has no common divisor with the width; otherwise a few columns would represent all.
        const std::size_t at = count == cells ? i : (i * 7919 * (cells / kScatterCells + 1)) % cells;
        measure.scatterInput.push_back(static_cast<double>(input.data()[at]));
        measure.scatterOutput.push_back(static_cast<double>(output.data()[at]));
    }
}

// Fates of the pairs of the encoding's columns, in `rows` rows of the mask.
std::optional<PairFates> pairFates(const Node& mask, const NodePtr& position, std::int64_t rows,
                                   const Restriction& only)
{
    const auto& facts = *mask.find<DropoutFacts>();
    const Result<NodePtr> part = restricted(position, {.dimensions = only.dimensions});
    if (!part.ok() || facts.positionOffset < 0)
        return std::nullopt;
    const PositionModel& model = *(*part)->find<PositionFacts>()->model;
    if (!model.table || !model.waves || !model.waves->paired)
        return std::nullopt;
    const std::vector<ColumnsOfPair> pairs = completePairs(*model.table);
    if (pairs.empty())
        return std::nullopt;
    const Matrix kept = spreadRows(**mask.field, rows);
    const std::int64_t first = facts.positionOffset + (*part)->columns.first - position->columns.first;
    PairFates fates;
    const double each = 1 / static_cast<double>(pairs.size()) / static_cast<double>(rows);
    for (std::int64_t r = 0; r < rows; ++r) {
        for (const ColumnsOfPair& pair : pairs) {
            const int lost = (kept(r, first + pair.sine) == 0) + (kept(r, first + pair.cosine) == 0);
            fates.shares[static_cast<std::size_t>(lost)] += each;
        }
    }
    const double p = facts.probability;
    fates.expected = placementOf(facts.placement).unit == Placement::Unit::Token
        ? std::array{1 - p, 0.0, p}
        : std::array{(1 - p) * (1 - p), 2 * p * (1 - p), p * p};
    return fates;
}

// Random numbers of all masks: those of a part far down need all rows before it, and it gets fewer masks.
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

// Mean over masks of evenly spread rows of one side's part, of its first rows if it is long. Nothing if no mask is
// sampled or the input is zero. Errors: those of the nodes, Cancelled.
Result<std::optional<MeanOverMasks>> meanOverMasks(SceneReader& scene, Side side, const HistogramSize& size)
{
    const auto& facts = *scene.node("mask", side)->find<DropoutFacts>();
    const double p = facts.probability;
    if (!(p > 0 && p < 1))
        return std::optional<MeanOverMasks>();
    const NodePtr whole = scene.node("sum", side);
    Restriction only = size.only;
    TRY(Rect cells, cellsInside(*whole, only));
    cells.rows = std::min(cells.rows, std::max<std::int64_t>(1, size.drawnCells / whole->columns.count));
    const std::int64_t first = whole->rows.first + cells.row;
    only.positions = Span{first, first + cells.rows};
    TRY(const NodePtr sum, restricted(whole, only));
    TRY(const FieldPtr field, sum->field);
    const std::int64_t width = cells.cols;
    const std::int64_t rows = std::min(cells.rows, std::max<std::int64_t>(1, size.inputCells / width));
    const std::int64_t drawn = (cells.row + cells.rows) * whole->columns.count;
    const int masks = static_cast<int>(std::clamp<std::int64_t>(kMostDrawnCells / drawn, 2, size.masks));
    const auto someRowsOf = [rows](const Field& of) {
        Matrix values = spreadRows(of, rows);
        const auto notFinite = [](float value) {
            return !std::isfinite(value);
        };
        std::replace_if(values.data(), values.data() + values.rows() * values.cols(), notFinite, 0.0F); // left out
        return values;
    };
    const Matrix input = someRowsOf(*field);
    const double energy = rowSumSquares(input.data(), rows * width);
    if (!(energy > 0))
        return std::optional<MeanOverMasks>();
    // Not for some columns of a concatenation: it isn't determined which of them are the embedding's.
    const bool known = !facts.sequence->hasProtected() && !placementOf(facts.placement).fillsPadding
        && !(whole->operation == Operation::Concatenate && only.dimensions);
    MeanOverMasks mean{.rows = rows, .masks = {}, .distance = {}, .expected = {}, .expectedVariance = kUndefined};
    if (known) {
        TRY(const NodePtr scaled, restricted(scene.node("scaled", side), only));
        std::optional<Matrix> table;
        if (whole->operation != Operation::Same) {
            TRY(const NodePtr position, restricted(scene.node("position", side), only));
            table = someRowsOf(**position->field);
        }
        mean.expectedVariance = p / (1 - p)
            * energyActedOn(input, someRowsOf(**scaled->field), table ? &*table : nullptr,
                            placementOf(facts.placement).operand);
    }
    const auto count = static_cast<std::size_t>(rows * width);
    std::vector<double> sums(count, 0.0);
    std::vector<double> squares(count, 0.0);
    for (int mask = 0; mask < masks; ++mask) {
        TRY(const PipelinePtr setup, scene.beside(side, [&](Parameters& parameters) {
            parameters.sentence.seqLen = cells.row + cells.rows; // fewer rows, whose embedding is the same
            if (!EmbeddingTable::isFile(parameters.embedding.source))
                parameters.sentence.vocab = facts.sequence->vocab();
            parameters.dropout.seed = Seed{.bits = static_cast<std::uint64_t>(mask)};
        }));
        TRY(const NodePtr masked, restricted(setup->find("output"), only));
        TRY(const FieldPtr values, masked->field);
        const Matrix output = someRowsOf(*values);
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

Result<HistogramMeasure> histogramMeasure(SceneReader& scene, Side side, const HistogramSize& size, double reach)
{
    const NodePtr sum = scene.node("sum", side);
    const NodePtr mask = scene.node("mask", side);
    TRY_DONE(mask->field);
    TRY(const RowsOfDropout rows, rowsOfDropout(scene, side, size));
    const auto& facts = *mask->find<DropoutFacts>();
    HistogramMeasure measure;
    measure.rows = rows.input.rows();
    TRY(const NodePtr rowsOfMask, restricted(mask, {.positions = size.only.positions}));
    measure.allRows = measure.rows == rowsOfMask->rows.count;
    measure.p = facts.probability;
    measure.spread = spreadOf(rows.input, rows.output, reach);
    addScatter(measure, rows.input, rows.output);
    VisitedRows visited;
    for (const std::int64_t row : evenlySpread({0, rowsOfMask->rows.count}, measure.rows))
        visited.runs.push_back({row, row + 1});
    const MeasuredPart looked{.scene = scene, .side = side, .only = size.only, .visited = std::move(visited)};
    TRY(const Estimate cosine, numberOf("dropout_cosine", looked));
    measure.cosine = cosine.value;
    TRY(const auto pairs, dropoutPairsOf(looked));
    measure.zeroRows = pairs->zeroRows();
    measure.log10TokenLoss = dropoutLaw(*mask, {0, mask->rows.count}).log10TokenLoss;
    const Placement& placement = placementOf(facts.placement);
    const bool onSum = placement.operand == Placement::Operand::Sum && placement.unit == Placement::Unit::Element
        && !placement.fillsPadding;
    measure.expectedCosine = onSum && !facts.sequence->hasProtected() ? std::sqrt(1 - measure.p) : kUndefined;
    if (sum->operation != Operation::Same)
        measure.pairs = pairFates(*rowsOfMask, scene.node("position", side), measure.rows, size.only);
    TRY(measure.mean, meanOverMasks(scene, side, size));
    return measure;
}

} // namespace

DataTable tableOf(const HistogramMeasure& measure)
{
    DataTable table;
    table.add("value", measure.spread.middles, kKey);
    table.add("share_of_input", measure.spread.input);
    table.add("share_of_output", measure.spread.output);
    if (measure.mean) {
        table.add("masks", measure.mean->masks, kKey);
        table.add("distance_of_mean", measure.mean->distance);
        table.add("expected_distance", measure.mean->expected);
    }
    if (measure.pairs) {
        table.add("cells_lost_of_a_pair", {0, 1, 2}, kKey);
        table.add("pairs_alive_half_dead", {measure.pairs->shares.begin(), measure.pairs->shares.end()});
        table.add("expected_pairs", {measure.pairs->expected.begin(), measure.pairs->expected.end()});
    }
    table.add("cell", countedFrom(0, measure.scatterInput.size()), kKey);
    table.add("input", measure.scatterInput);
    table.add("output", measure.scatterOutput);
    return table;
}

Result<ViewDataPtr> compute(const HistogramRequest& request, SceneReader& scene, Effort effort)
{
    const HistogramSize size = effort == Effort::Still
        ? HistogramSize{.only = request.only}
        : HistogramSize{
            .cells = 1 << 13, .inputCells = 1 << 10, .drawnCells = 1 << 11, .masks = 16, .only = request.only};
    const double reach = commonReach(scene, size);
    TRY(auto data,
        sidesOf<HistogramData>(scene, [&](Side side) { return histogramMeasure(scene, side, size, reach); }));
    noteLeftOut(*data, scene, "sum", request.only);
    data->coarse = effort == Effort::Frame;
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
