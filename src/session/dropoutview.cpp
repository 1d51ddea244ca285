// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/dropoutview.h"

#include "analysis/norms.h"
#include "core/parallel.h"
#include "encodings/encoding.h"
#include "pipeline/placements.h"
#include "session/dropoutlaw.h"
#include "session/rowsample.h"
#include "session/viewtext.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr std::int64_t kMostDimensions = 2 * 65536; // of a mask of each, the widest there is
constexpr std::int64_t kCosineRows = 64;

struct Shares
{
    std::vector<double> byBin; // share kept
    std::vector<double> byColumn;
    std::int64_t cells = 0;
    double kept = 0;
};

// Share kept of each bin of rows and of each column, over the visited cells.
Shares measure(const Field& mask, const RowSample& sample, Span columns, const CancelToken& cancel)
{
    Shares shares;
    const std::size_t bins = sample.bins.size();
    const auto width = static_cast<std::size_t>(columns.size());
    shares.byBin.assign(bins, 0.0);
    shares.byColumn.assign(width, 0.0);
    // Sums of zeros and ones are exact in double: the order of tasks changes no bit.
    constexpr std::int64_t kBinsAtOnce = 32;
    const auto tasks = (static_cast<std::int64_t>(bins) + kBinsAtOnce - 1) / kBinsAtOnce;
    std::vector<std::vector<double>> columnSums(static_cast<std::size_t>(tasks));
    std::vector<std::int64_t> rows(bins, 0);
    parallelFor(0, static_cast<std::int64_t>(bins), kBinsAtOnce, [&](Span span) {
        std::vector<double>& sums = columnSums[static_cast<std::size_t>(span.begin / kBinsAtOnce)];
        sums.assign(width, 0.0);
        for (std::int64_t b = span.begin; b < span.end && !cancel.cancelled(); ++b) {
            const auto bin = static_cast<std::size_t>(b);
            for (const Span run : sample.bins[bin].visited) {
                const ColumnEnergy energy = columnEnergy(mask, {run.begin, columns.begin, run.size(), columns.size()});
                const auto count = static_cast<double>(run.size());
                for (std::size_t c = 0; c < width; ++c) {
                    const double kept = std::round(energy.mean[c] * count);
                    sums[c] += kept;
                    shares.byBin[bin] += kept;
                }
                rows[bin] += run.size();
            }
        }
    });
    std::int64_t visited = 0;
    for (std::size_t b = 0; b < bins; ++b) {
        shares.kept += shares.byBin[b];
        visited += rows[b];
        shares.byBin[b] /= static_cast<double>(std::max<std::int64_t>(1, rows[b] * columns.size()));
    }
    for (const std::vector<double>& sums : columnSums) {
        for (std::size_t c = 0; c < sums.size(); ++c)
            shares.byColumn[c] += sums[c];
    }
    for (double& share : shares.byColumn)
        share /= static_cast<double>(std::max<std::int64_t>(1, visited));
    shares.cells = visited * columns.size();
    return shares;
}

// A few evenly spread rows, each a run of its own.
std::vector<Span> spreadRows(Span rows)
{
    std::vector<Span> runs;
    const std::int64_t count = std::min(kCosineRows, rows.size());
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
    double total = 0;
    int counted = 0;
    for (const Span row : rows) {
        const double cosine = rowPairs(**before, **after, {row.begin, 0, 1, (*before)->shape().cols}).cosine.front();
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
    const RowSample sample = rowSample(rows, columns.size(), std::max(1, request.height), cells);
    const Shares shares = measure(**mask, sample, columns, cancel);

    data->sampled = sample.sampled;
    data->coarse = (sample.sampled || data->mask.sampled) && cells < kStillCells;
    const DropoutLaw law = dropoutLaw(stages, rows);
    data->probability = stages.dropProbability();
    data->expected = law.droppedShare;
    data->log10TokenLoss = law.log10TokenLoss;
    data->scale = stages.dropoutScale();
    data->cells = shares.cells;
    data->droppedCells = shares.cells - static_cast<std::int64_t>(shares.kept);
    data->dropped = shares.cells > 0 ? static_cast<double>(data->droppedCells) / static_cast<double>(shares.cells) : 0;
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
    const std::vector<Span> spread = spreadRows(rows);
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
