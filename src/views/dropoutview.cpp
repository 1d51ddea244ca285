// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dropoutview.h"

#include "analysis/norms.h"
#include "encodings/encoding.h"
#include "field/matrix.h"
#include "field/parallel.h"
#include "pipeline/placements.h"
#include "views/dropoutlaw.h"
#include "views/rowsample.h"
#include "views/viewtext.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace phasor {

namespace {

constexpr std::int64_t kMostDimensions = 2 * 65536; // of a mask of each, the widest there is
// Rows that the cosine and the energy are measured on: single ones, each of which costs an encoding several times what
// a row among its neighbours does.
constexpr std::int64_t kMostSpreadRows = 64;
constexpr std::int64_t kFewestSpreadRows = 8;
constexpr std::int64_t kSpreadCells = 1 << 19;
constexpr std::int64_t kSharesPart = 2; // the shares have this part of the cells that the picture may visit

struct Shares
{
    std::vector<double> byBin; // share kept
    std::vector<double> byColumn;
    std::int64_t cells = 0;
    std::int64_t kept = 0;
};

double shareOf(std::int64_t part, std::int64_t all)
{
    return static_cast<double>(part) / static_cast<double>(std::max<std::int64_t>(1, all));
}

// Counts the kept cells of some rows, by row and by column.
class KeptCells
{
public:
    KeptCells(const Field& mask, Span columns)
        : m_mask(mask)
        , m_columns(columns)
        , m_byColumn(static_cast<std::size_t>(columns.size()), 0.0)
    {
    }

    // How many of the cells of `rows` are kept.
    std::int64_t count(Span rows)
    {
        const std::int64_t width = m_columns.size();
        const std::int64_t atOnce = std::clamp<std::int64_t>(kCellsAtOnce / width, 1, rows.size());
        m_values.resize({atOnce, width});
        std::int64_t kept = 0;
        for (std::int64_t row = rows.begin; row < rows.end; row += atOnce) {
            const std::int64_t n = std::min(atOnce, rows.end - row);
            m_mask.fill({row, m_columns.begin, n, width}, m_values.view().window({0, 0, n, width}));
            for (std::int64_t r = 0; r < n; ++r)
                kept += add(m_values.view().row(r));
        }
        return kept;
    }

    const std::vector<double>& byColumn() const { return m_byColumn; } // exact: sums of zeros and ones

private:
    static constexpr std::int64_t kCellsAtOnce = 1 << 16;

    std::int64_t add(const float* row)
    {
        std::int64_t kept = 0;
        for (std::size_t c = 0; c < m_byColumn.size(); ++c) {
            m_byColumn[c] += static_cast<double>(row[c]);
            kept += row[c] != 0;
        }
        return kept;
    }

    const Field& m_mask;
    Span m_columns;
    std::vector<double> m_byColumn;
    Matrix m_values;
};

// Share kept of each bin of rows and of each column, over the visited cells.
Shares measure(const Field& mask, const RowSample& sample, Span columns, const CancelToken& cancel)
{
    const std::size_t bins = sample.bins.size();
    const std::int64_t mostTasks = std::int64_t{4} * workerCount();
    const std::int64_t binsAtOnce = (static_cast<std::int64_t>(bins) + mostTasks - 1) / mostTasks;
    std::vector<KeptCells> cells;
    for (std::size_t b = 0; b < bins; b += static_cast<std::size_t>(binsAtOnce))
        cells.emplace_back(mask, columns);
    std::vector<std::int64_t> kept(bins, 0);
    std::vector<std::int64_t> visited(bins, 0);
    parallelFor(0, static_cast<std::int64_t>(bins), binsAtOnce, [&](Span span) {
        KeptCells& here = cells[static_cast<std::size_t>(span.begin / binsAtOnce)];
        for (auto b = static_cast<std::size_t>(span.begin); std::cmp_less(b, span.end) && !cancel.cancelled(); ++b) {
            for (const Span run : sample.bins[b].visited) {
                kept[b] += here.count(run);
                visited[b] += run.size();
            }
        }
    });
    Shares shares;
    shares.byColumn.assign(static_cast<std::size_t>(columns.size()), 0.0);
    std::int64_t rows = 0;
    for (std::size_t b = 0; b < bins; ++b) {
        shares.kept += kept[b];
        rows += visited[b];
        shares.byBin.push_back(shareOf(kept[b], visited[b] * columns.size()));
    }
    for (const KeptCells& part : cells) {
        for (std::size_t c = 0; c < shares.byColumn.size(); ++c)
            shares.byColumn[c] += part.byColumn()[c];
    }
    for (double& share : shares.byColumn)
        share /= static_cast<double>(std::max<std::int64_t>(1, rows));
    shares.cells = rows * columns.size();
    return shares;
}

// A few evenly spread rows, each a run of its own.
std::vector<Span> spreadRows(Span rows, std::int64_t cols)
{
    std::vector<Span> runs;
    const std::int64_t count
        = std::min(rows.size(), std::clamp(kSpreadCells / cols, kFewestSpreadRows, kMostSpreadRows));
    for (std::int64_t k = 0; k < count; ++k) {
        const std::int64_t row = rows.begin + (2 * k + 1) * rows.size() / (2 * count);
        runs.push_back({row, row + 1});
    }
    return runs;
}

// Mean cos between sum and output; NaN if every row was lost.
double cosineOf(const Stages& stages, std::span<const Span> rows)
{
    const Result<FieldPtr>& before = stages.field(StageId::Sum);
    const Result<FieldPtr>& after = stages.field(StageId::Output);
    if (!before.ok() || !after.ok())
        return std::nan("");
    std::vector<double> cosines(rows.size());
    parallelFor(0, static_cast<std::int64_t>(rows.size()), 1, [&](Span span) {
        const Span row = rows[static_cast<std::size_t>(span.begin)];
        const Rect place{row.begin, 0, 1, (*before)->shape().cols};
        cosines[static_cast<std::size_t>(span.begin)] = rowPairs(**before, **after, place).cosine.front();
    });
    double total = 0;
    int counted = 0;
    for (const double cosine : cosines) {
        if (!std::isnan(cosine)) {
            total += cosine;
            ++counted;
        }
    }
    return counted > 0 ? total / counted : std::nan("");
}

std::string summaryOf(const DropoutData& data, const Stages& stages)
{
    const Placement& placement = stages.placement();
    const bool eval = stages.parameters().mode == "eval";
    if (eval && !placement.fillsPadding)
        return "eval: dropout is the identity, nothing is dropped and nothing is scaled";
    std::string text = std::string(placement.formula) + ": " + percent(data.dropped) + " dropped, ";
    if (eval)
        return text + "the padding; eval: nothing else is dropped and nothing is scaled";
    text += "p = " + percent(data.probability);
    if (data.expected != data.probability)
        text += ", expected " + percent(data.expected);
    text += data.probability < 1 ? ", kept ones × " + shortNumber(data.scale, 4) : ", nothing is left of it";
    if (!std::isnan(data.cosine))
        text += ", cos(sum, output) = " + shortNumber(data.cosine);
    if (!std::isnan(data.positionEnergyKept))
        text += ", " + percent(data.positionEnergyKept) + " of the position's energy kept";
    text += ", a token is lost whole with probability " + powerOfTen(data.log10TokenLoss);
    return data.sampled ? text + " (a sample of the rows)" : text;
}

std::string columnsTextOf(const Stages& stages, std::int64_t columns)
{
    if (stages.placement().operand != Placement::Operand::Each)
        return "dimension";
    const std::int64_t ofPosition = stages.encoding()->shape().cols;
    return "dimension: " + std::to_string(columns - ofPosition) + " of s·E, then " + std::to_string(ofPosition)
        + " of PE";
}

// What the placement does, and whose mask this is.
std::string detailOf(const Stages& stages)
{
    return std::string(stages.placement().explanation) + "\n\n" + generatorText(stages.parameters().generator);
}

Result<ViewDataPtr> run(const DropoutRequest& request, std::int64_t cells, const Stages& stages,
                        const CancelToken& cancel)
{
    const Result<FieldPtr>& mask = stages.field(StageId::Mask);
    if (!mask.ok())
        return mask.error();
    Result<HeatmapData> picture = makeHeatmap({.stage = StageId::Mask,
                                               .rows = request.rows,
                                               .columns = request.columns,
                                               .width = request.width,
                                               .height = request.height,
                                               .cellBudget = cells},
                                              stages, cancel);
    if (!picture.ok())
        return picture.error();

    auto data = std::make_shared<DropoutData>();
    data->mask = std::move(*picture);
    const Shape shape = (*mask)->shape();
    const Span rows = cellsOf(data->mask.rows, shape.rows);
    Span columns = cellsOf(data->mask.columns, shape.cols);
    columns.end = std::min(columns.end, columns.begin + kMostDimensions);
    const RowSample sample = rowSample(rows, columns.size(), std::max(1, request.height), cells / kSharesPart);
    const Shares shares = measure(**mask, sample, columns, cancel);

    data->sampled = sample.sampled;
    data->coarse = (sample.sampled || data->mask.sampled) && cells < kStillCells;
    const DropoutLaw law = dropoutLaw(stages, rows);
    data->probability = stages.dropProbability();
    data->expected = law.droppedShare;
    data->log10TokenLoss = law.log10TokenLoss;
    data->scale = stages.dropoutScale();
    data->cells = shares.cells;
    data->droppedCells = shares.cells - shares.kept;
    data->dropped = shareOf(data->droppedCells, shares.cells);
    for (std::size_t b = 0; b < sample.bins.size(); ++b) {
        const Span bin = sample.bins[b].rows;
        data->positions.push_back(static_cast<double>(data->mask.firstPosition)
                                  + static_cast<double>(bin.begin + bin.end - 1) / 2);
        data->droppedByPosition.push_back(1 - shares.byBin[b]);
    }
    for (std::int64_t c = 0; c < columns.size(); ++c) {
        data->dimensions.push_back(static_cast<double>(columns.begin + c));
        data->droppedByDimension.push_back(1 - shares.byColumn[static_cast<std::size_t>(c)]);
    }
    const std::vector<Span> spread = spreadRows(rows, shape.cols);
    data->cosine = cosineOf(stages, spread);
    data->positionEnergyKept = positionEnergyKept(stages, spread, cancel);
    data->summary = summaryOf(*data, stages);
    data->detail = detailOf(stages);
    data->columnsText = columnsTextOf(stages, shape.cols);
    return ViewDataPtr(std::move(data));
}

} // namespace

ViewJob dropoutJob(const DropoutRequest& request)
{
    const auto within = [&request](std::int64_t cells) {
        return [request, cells](const Stages& stages, const CancelToken& cancel) {
            return run(request, cells, stages, cancel);
        };
    };
    return {"dropout",
            {StageId::Mask, StageId::Sum, StageId::Output, StageId::Tokens},
            keyOf(request.rows) + "|" + keyOf(request.columns) + "|" + std::to_string(request.width) + "x"
                + std::to_string(request.height),
            within(kFrameCells),
            within(kStillCells)};
}

} // namespace phasor
