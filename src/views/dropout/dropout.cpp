// SPDX-License-Identifier: GPL-3.0-or-later
// Dropped shares by position and by dimension from one pass over the mask, and what is left of sum and encoding.
#include "views/dropout/dropout.h"

#include "field/parallel.h"
#include "kernels/combine.h"
#include "kernels/reduce.h"
#include "views/waves/wavefacts.h"

#include <algorithm>

namespace phasor {

namespace {

constexpr std::int64_t kMostDimensions = std::int64_t{1} << 17; // widest mask: separate ones for E and PE

// Budgets, in cells of the mask. The picture may visit kFrameCells or kStillCells, the kept shares half of that.
constexpr std::int64_t kPictureCellsPerShareCell = 2;
// Cosine and kept energy: a still view of up to kMostComparedCells uses all rows, else a few evenly spread ones.
// A single row costs an encoding several times as much as a row among its neighbors.
constexpr std::int64_t kMostComparedCells = kStillCells / 4;
constexpr std::int64_t kSpreadCells = 1 << 19;
constexpr std::int64_t kFewestSpreadRows = 8;
constexpr std::int64_t kMostSpreadRows = 64;

struct Shares
{
    std::vector<double> byBin; // dropped share
    std::vector<double> byColumn;
    std::int64_t cells = 0;
    std::int64_t kept = 0;
};

double shareOf(std::int64_t part, std::int64_t all)
{
    return static_cast<double>(part) / static_cast<double>(std::max<std::int64_t>(1, all));
}

// Dropped share of each bin of rows and of each column, over the visited cells.
Shares measure(const Field& mask, const RowSample& sample, Span columns)
{
    constexpr std::int64_t kCellsAtOnce = 1 << 16;
    const std::int64_t width = columns.size();
    const std::int64_t mostTasks = std::int64_t{4} * workerCount();
    const std::int64_t binsAtOnce = (std::ssize(sample.bins) + mostTasks - 1) / mostTasks;
    std::vector<std::int64_t> kept(sample.bins.size());
    std::vector<std::int64_t> visited(sample.bins.size());
    Shares shares{.byBin = {}, .byColumn = std::vector<double>(static_cast<std::size_t>(width))};
    std::mutex mutex;
    parallelFor(0, std::ssize(sample.bins), binsAtOnce, [&](Span span) {
        std::vector<double> byColumn(shares.byColumn.size());
        Matrix cells;
        const auto count = [&](Span rows) {
            cells.resize({rows.size(), width});
            mask.fill({rows.begin, columns.begin, rows.size(), width}, cells.view());
            double ones = 0; // exact: the cells are zeros and ones
            for (std::int64_t r = 0; r < rows.size(); ++r) {
                addRow(byColumn.data(), cells.view().row(r), width);
                ones += rowSum(cells.view().row(r), width);
            }
            return static_cast<std::int64_t>(ones);
        };
        for (auto b = static_cast<std::size_t>(span.begin); std::cmp_less(b, span.end) && !cancelled(); ++b) {
            for (const Span run : sample.bins[b].visited) {
                const std::int64_t atOnce = std::clamp<std::int64_t>(kCellsAtOnce / width, 1, run.size());
                for (std::int64_t row = run.begin; row < run.end; row += atOnce)
                    kept[b] += count({row, std::min(row + atOnce, run.end)});
                visited[b] += run.size();
            }
        }
        const std::lock_guard lock(mutex);
        for (std::size_t c = 0; c < byColumn.size(); ++c)
            shares.byColumn[c] += byColumn[c]; // exact in any order: zeros and ones
    });
    std::int64_t rows = 0;
    for (std::size_t b = 0; b < kept.size(); ++b) {
        shares.kept += kept[b];
        rows += visited[b];
        shares.byBin.push_back(1 - shareOf(kept[b], visited[b] * width));
    }
    for (double& share : shares.byColumn)
        share = 1 - share / static_cast<double>(std::max<std::int64_t>(1, rows));
    shares.cells = rows * width;
    return shares;
}

Estimate droppedOf(const RowSample& sample, const Shares& shares)
{
    return {shareOf(shares.cells - shares.kept, shares.cells),
            sample.sampled ? estimatedMean(shares.byBin, false).error : 0};
}

// Mean over the rows of the probability that a cell of the mask is 0.
double droppedShare(const DropoutFacts& facts, Span rows)
{
    if (rows.size() <= 0 || !rowsDiffer(facts))
        return facts.probability;
    const TokenSequence& sequence = *facts.sequence;
    const std::int64_t end = sequence.hasText() ? std::clamp(sequence.textLength(), rows.begin, rows.end) : rows.end;
    double total = 0;
    for (std::int64_t row = rows.begin; row < end; ++row)
        total += droppedShareOfRow(facts, row);
    if (end < rows.end) // rows of padding are all the same, and there may be billions of them
        total += droppedShareOfRow(facts, end) * static_cast<double>(rows.end - end);
    return total / static_cast<double>(rows.size());
}

// The mask's picture, and the kept shares of its visible or selected part.
struct Seen
{
    std::shared_ptr<const Picture> picture;
    Span rows; // counted rows
    Span columns;
    RowSample sample; // visited ones of the rows
    Shares shares;
};

// `cells`: the picture's budget.
Result<Seen> seenOf(const Node& mask, const DropoutRequest& request, std::int64_t cells)
{
    TRY(const FieldPtr field, mask.field);
    Seen seen;
    TRY(Picture picture, makePicture(mask, request.picture, cells));
    seen.rows = cellsOf(picture.visibleRows, mask.rows.count);
    seen.columns = cellsOf(picture.visibleColumns, mask.columns.count);
    TRY(const Rect inside, cellsInside(mask, request.only));
    if (request.only.positions)
        seen.rows = {inside.row, inside.row + inside.rows};
    if (request.only.dimensions)
        seen.columns = {inside.col, inside.col + inside.cols};
    seen.picture = std::make_shared<const Picture>(std::move(picture));
    seen.columns.end = std::min(seen.columns.end, seen.columns.begin + kMostDimensions);
    seen.sample = rowSample(seen.rows, seen.columns.size(), std::max(1, request.picture.height),
                            cells / kPictureCellsPerShareCell);
    seen.shares = measure(*field, seen.sample, seen.columns);
    if (cancelled())
        return cancelledError();
    return seen;
}

// Rows on which sum and output are compared: all, or a few that are evenly spread.
VisitedRows comparedRows(Span rows, std::int64_t cols, Effort effort)
{
    if (effort == Effort::Still && rows.size() <= kMostComparedCells / std::max<std::int64_t>(1, cols))
        return {{rows}, true};
    const std::int64_t count
        = std::min(rows.size(), std::clamp(kSpreadCells / cols, kFewestSpreadRows, kMostSpreadRows));
    VisitedRows some{.runs = {}, .complete = count == rows.size()};
    for (std::int64_t k = 0; k < count; ++k) {
        const std::int64_t row = spreadRow(rows, 2 * count, 2 * k + 1);
        some.runs.push_back({row, row + 1});
    }
    return some;
}

// Measures the cosine between sum and output, the rows zeroed completely, and the encoding's kept energy.
void compareRows(DropoutMeasure& measured, const MeasuredPart& at)
{
    if (const auto pairs = dropoutPairsOf(at); pairs.ok()) {
        const RowPairs& rows = **pairs;
        measured.comparedRows = std::ssize(rows.cosine);
        for (std::size_t i = 0; i < rows.normA.size(); ++i)
            measured.lostRows += rows.normA[i] > 0 && rows.normB[i] == 0;
        measured.zeroRows = rows.zeroRows();
    }
    if (const Result<Estimate> cosine = numberOf("dropout_cosine", at); cosine.ok())
        measured.cosine = *cosine;
    if (const Result<Estimate> kept = numberOf("position_energy_kept", at); kept.ok())
        measured.positionEnergyKept = *kept;
}

void addShares(DropoutMeasure& measured, const RowSample& sample, const Shares& shares, Span columns)
{
    measured.cells = shares.cells;
    measured.byPosition = {sample.positions(measured.mask->rows), shares.byBin, sample.sampled};
    measured.dimensions = countedFrom(static_cast<double>(columns.begin), shares.byColumn.size());
    measured.droppedByDimension = shares.byColumn;
    measured.dropped = droppedOf(sample, shares);
}

Result<DropoutMeasure> measureOf(const DropoutRequest& request, SceneReader& scene, Side side, Effort effort)
{
    const std::int64_t cells = effort == Effort::Frame ? kFrameCells : kStillCells;
    const NodePtr mask = scene.node("mask", side);
    const Operation sum = scene.node("sum", side)->operation;
    TRY_DONE(mask->field);
    DropoutMeasure measured;
    measured.facts = *mask->find<DropoutFacts>();
    measured.concatenated = sum == Operation::Concatenate;
    measured.withTable = sum != Operation::Same;
    DropoutRequest asked = request;
    asked.picture.width = side == Side::A ? request.picture.width : 0;
    TRY(const auto seen, scene.kept<Seen>(std::tuple(mask, asked, cells), [&] { return seenOf(*mask, asked, cells); }));
    measured.mask = seen->picture;
    measured.visiblePart = (!request.only.positions && seen->rows.size() < mask->rows.count)
        || (!request.only.dimensions && seen->columns.size() < mask->columns.count);
    addShares(measured, seen->sample, seen->shares, seen->columns);

    const DropoutLaw law = dropoutLaw(*mask, seen->rows);
    measured.expected = law.droppedShare;
    measured.log10TokenLoss = law.log10TokenLoss;
    compareRows(measured,
                {.scene = scene,
                 .side = side,
                 .only = {.dimensions = request.only.dimensions},
                 .visited = comparedRows(seen->rows, mask->columns.count, effort)});
    if (placementOf(measured.facts.placement).operand == Placement::Operand::Each)
        measured.positionColumns = mask->columns.count - measured.facts.positionOffset;
    return measured;
}

bool hasSamples(const DropoutMeasure& measured)
{
    return measured.byPosition.sampled || measured.mask->sampled || measured.cosine.error > 0
        || measured.positionEnergyKept.error > 0;
}

} // namespace

bool rowsDiffer(const DropoutFacts& facts)
{
    return facts.sequence->hasProtected()
        || (placementOf(facts.placement).fillsPadding && facts.sequence->hasPadding());
}

double droppedShareOfRow(const DropoutFacts& facts, std::int64_t row)
{
    const TokenSequence& sequence = *facts.sequence;
    const bool filled = placementOf(facts.placement).fillsPadding && sequence.isPadding(row);
    return sequence.isProtected(row) ? 0 : filled ? 1 : facts.probability;
}

DropoutLaw dropoutLaw(const Node& mask, Span rows)
{
    const DropoutFacts& facts = *mask.find<DropoutFacts>();
    const Placement& placement = placementOf(facts.placement);
    DropoutLaw law;
    law.droppedShare = droppedShare(facts, rows);
    // Independent draws that must all drop for a token to be zeroed completely.
    const double draws = placement.unit == Placement::Unit::Token ? 1 : static_cast<double>(mask.columns.count);
    if (facts.probability > 0)
        law.log10TokenLoss = draws * std::log10(facts.probability);
    return law;
}

Estimate shareOfZeros(const Field& field, Rect window, std::int64_t cells)
{
    constexpr std::int64_t kBins = 256;
    const RowSample sample = rowSample({window.row, window.row + window.rows}, window.cols, kBins, cells);
    return droppedOf(sample, measure(field, sample, {window.col, window.col + window.cols}));
}

Estimate positionEnergyKept(const Node& maskNode, const Node& position, Span columns, std::span<const Span> runs,
                            bool complete)
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
        reduce(encoding, {run.begin, columns.begin, run.size(), columns.size()},
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
               });
        all[k] = std::accumulate(allOf.begin(), allOf.end(), 0.0);
        kept[k] = std::accumulate(keptOf.begin(), keptOf.end(), 0.0);
    });
    return estimatedRatio(kept, all, complete);
}

DataTable tableOf(const DropoutMeasure& measure)
{
    return {{{"position", measure.byPosition.positions, kKey},
             {"dropped_by_position", measure.byPosition.numbers},
             {"dimension", measure.dimensions, kKey},
             {"dropped_by_dimension", measure.droppedByDimension}}};
}

Result<ViewDataPtr> compute(const DropoutRequest& request, SceneReader& scene, Effort effort)
{
    TRY(auto data, sidesOf<DropoutData>(scene, [&](Side side) { return measureOf(request, scene, side, effort); }));
    noteLeftOut(*data, scene, "sum", request.only);
    data->dead = data->a.withTable && data->a.mask->columns.period == 0 ? deadDimensionsOf(scene) : nullptr;
    data->coarse = effort == Effort::Frame && data->either(hasSamples);
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
