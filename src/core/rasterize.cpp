// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rasterize.h"

#include "core/parallel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace phasor {

namespace {

constexpr std::int64_t kPixelRowsAtOnce = 32;

std::int64_t cellCount(const std::vector<Span>& runs)
{
    return runs.back().end - runs.front().begin;
}

// Every `stride`-th cell of each run, as runs of one cell: [first pixel's samples, second pixel's …].
struct Samples
{
    std::vector<Span> cells;
    std::vector<std::size_t> first; // index of each run's first sample, and the end
};

Samples samplesOf(const std::vector<Span>& runs, std::int64_t perRun)
{
    Samples samples;
    for (const Span run : runs) {
        samples.first.push_back(samples.cells.size());
        const std::int64_t count = std::min(perRun, run.size());
        for (std::int64_t k = 0; k < count; ++k) {
            // Odd multiples of half a stride: centred in the run, never its first cell only.
            const std::int64_t cell = run.begin + (2 * k + 1) * run.size() / (2 * count);
            samples.cells.push_back({cell, cell + 1});
        }
    }
    samples.first.push_back(samples.cells.size());
    return samples;
}

float farther(float a, float b)
{
    if (std::isnan(a))
        return b;
    return std::abs(b) > std::abs(a) ? b : a;
}

// Folds one row of cells, columns from `origin`, into the runs' values.
void foldEnvelope(const float* row, std::int64_t origin, const std::vector<Span>& cols, float* out)
{
    for (std::size_t j = 0; j < cols.size(); ++j) {
        for (std::int64_t c = cols[j].begin; c < cols[j].end; ++c)
            out[j] = farther(out[j], row[c - origin]);
    }
}

void envelopeOfRuns(const Field& field, std::span<const Span> rows, const std::vector<Span>& cols, MatrixView<float> out)
{
    constexpr std::int64_t kCells = 1 << 16;
    const std::int64_t first = cols.front().begin;
    const std::int64_t width = cellCount(cols);
    const std::int64_t band = std::clamp<std::int64_t>(kCells / width, 1, 1024);
    Matrix tile(Shape{band, width});
    for (std::size_t i = 0; i < rows.size(); ++i) {
        float* target = out.row(static_cast<std::int64_t>(i));
        std::fill_n(target, cols.size(), std::numeric_limits<float>::quiet_NaN());
        for (std::int64_t r = rows[i].begin; r < rows[i].end; r += band) {
            const std::int64_t n = std::min(band, rows[i].end - r);
            field.fill({r, first, n, width}, {tile.data(), n, width, width});
            for (std::int64_t k = 0; k < n; ++k)
                foldEnvelope(tile.data() + k * width, first, cols, target);
        }
    }
}

// Means (or envelope) of a strided sample: rows and columns thinned alike until the budget holds.
void sampledRuns(const Field& field, std::span<const Span> rows, const Samples& cols, std::int64_t rowsPerRun,
                 Reduction reduction, MatrixView<float> out)
{
    const std::int64_t first = cols.cells.front().begin;
    const std::int64_t width = cols.cells.back().end - first;
    const bool sparse = width > 4 * static_cast<std::int64_t>(cols.cells.size());
    Matrix line(Shape{1, sparse ? 1 : width});
    std::vector<double> total(cols.first.size() - 1);
    std::vector<float> extreme(total.size());
    const auto value = [&](std::int64_t row, std::size_t k) {
        const std::int64_t c = cols.cells[k].begin;
        if (!sparse)
            return line.data()[c - first];
        field.fill({row, c, 1, 1}, line.view());
        return line.data()[0];
    };
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::fill(total.begin(), total.end(), 0.0);
        std::fill(extreme.begin(), extreme.end(), std::numeric_limits<float>::quiet_NaN());
        const Samples lines = samplesOf({rows[i]}, rowsPerRun);
        for (const Span cell : lines.cells) {
            if (!sparse)
                field.fill({cell.begin, first, 1, width}, line.view());
            for (std::size_t j = 0; j < total.size(); ++j) {
                for (std::size_t k = cols.first[j]; k < cols.first[j + 1]; ++k) {
                    const float v = value(cell.begin, k);
                    total[j] += v;
                    extreme[j] = farther(extreme[j], v);
                }
            }
        }
        float* target = out.row(static_cast<std::int64_t>(i));
        for (std::size_t j = 0; j < total.size(); ++j) {
            const auto count = static_cast<double>(lines.cells.size() * (cols.first[j + 1] - cols.first[j]));
            target[j] = reduction == Reduction::Mean ? static_cast<float>(total[j] / count) : extreme[j];
        }
    }
}

// How many rows and columns of each run are visited, so that the whole stays within the budget.
struct SampleCounts
{
    std::int64_t rowsPerRun = 1;
    std::int64_t colsPerRun = 1;
};

SampleCounts sampleCounts(const PixelAxis& rows, const PixelAxis& cols, std::int64_t cellBudget)
{
    const double blocks = static_cast<double>(rows.runs().size()) * static_cast<double>(cols.runs().size());
    const double perBlock = std::max(1.0, static_cast<double>(cellBudget) / blocks);
    SampleCounts counts;
    counts.colsPerRun = static_cast<std::int64_t>(std::clamp(std::ceil(cols.cellsPerPixel()), 1.0, std::sqrt(perBlock)));
    counts.rowsPerRun = std::max<std::int64_t>(1, static_cast<std::int64_t>(perBlock) / counts.colsPerRun);
    return counts;
}

// The runs of pixel row `y`, of which the first is row 0 + (firstRun(y) - `first`) of `reduced`, into its pixels.
void combineRow(const Matrix& reduced, const PixelAxis& rows, const PixelAxis& cols, int y, std::size_t first,
                Reduction reduction, float* out)
{
    const std::span<const float> rowWeights = rows.weights(y);
    const auto runs = static_cast<std::size_t>(reduced.cols());
    const auto source = [&](std::size_t k) { return reduced.view().row(static_cast<std::int64_t>(rows.firstRun(y) - first + k)); };
    const float* line = source(0);
    std::vector<float> folded;
    if (rowWeights.size() > 1) {
        folded.assign(line, line + runs);
        for (std::size_t j = 0; j < runs && reduction == Reduction::Mean; ++j)
            folded[j] *= rowWeights[0];
        for (std::size_t k = 1; k < rowWeights.size(); ++k) {
            const float* next = source(k);
            for (std::size_t j = 0; j < runs; ++j)
                folded[j] = reduction == Reduction::Mean ? folded[j] + rowWeights[k] * next[j] : farther(folded[j], next[j]);
        }
        line = folded.data();
    }
    for (int x = 0; x < cols.pixels(); ++x) {
        const std::span<const float> weights = cols.weights(x);
        const float* run = line + cols.firstRun(x);
        float value = run[0];
        if (weights.size() > 1) {
            value = reduction == Reduction::Mean ? weights[0] * run[0] : run[0];
            for (std::size_t k = 1; k < weights.size(); ++k)
                value = reduction == Reduction::Mean ? value + weights[k] * run[k] : farther(value, run[k]);
        }
        out[x] = value;
    }
}

} // namespace

Raster rasterize(const Field& field, const RasterRequest& request, const CancelToken& cancel)
{
    const Shape shape = field.shape();
    PixelAxis rows(request.rows, shape.rows, request.height);
    PixelAxis cols(request.cols, shape.cols, request.width);
    Raster raster;
    raster.rowsPerPixel = rows.cellsPerPixel();
    raster.colsPerPixel = cols.cellsPerPixel();
    const bool exact = rows.single() && cols.single();
    const bool closed = request.reduction == Reduction::Mean && field.hasClosedFormMeans();
    const double cells = static_cast<double>(cellCount(rows.runs())) * static_cast<double>(cellCount(cols.runs()));
    raster.sampled = !exact && !closed && cells > static_cast<double>(request.cellBudget);

    SampleCounts counts;
    Samples colSamples;
    if (raster.sampled) {
        rows = PixelAxis(request.rows, shape.rows, request.height, PixelAxis::Borders::WholeCells);
        cols = PixelAxis(request.cols, shape.cols, request.width, PixelAxis::Borders::WholeCells);
        counts = sampleCounts(rows, cols, request.cellBudget);
        colSamples = samplesOf(cols.runs(), counts.colsPerRun);
    }
    raster.values.resize({request.height, request.width});
    const auto runCols = static_cast<std::int64_t>(cols.runs().size());
    parallelFor(0, request.height, kPixelRowsAtOnce, [&](Span pixels) {
        if (cancel.cancelled())
            return;
        const auto top = static_cast<int>(pixels.begin);
        const auto bottom = static_cast<int>(pixels.end) - 1;
        const std::size_t first = rows.firstRun(top);
        const std::size_t count = rows.firstRun(bottom) + rows.weights(bottom).size() - first;
        const std::span<const Span> runs(rows.runs().data() + first, count);
        Matrix reduced(Shape{static_cast<std::int64_t>(count), runCols});
        if (exact)
            field.fill({runs.front().begin, cols.runs().front().begin, static_cast<std::int64_t>(count), runCols}, reduced.view());
        else if (raster.sampled)
            sampledRuns(field, runs, colSamples, counts.rowsPerRun, request.reduction, reduced.view());
        else if (request.reduction == Reduction::Mean)
            field.blockMeans(runs, cols.runs(), reduced.view());
        else
            envelopeOfRuns(field, runs, cols.runs(), reduced.view());
        for (int y = top; y <= bottom; ++y)
            combineRow(reduced, rows, cols, y, first, request.reduction, raster.values.view().row(y));
    });
    raster.cancelled = cancel.cancelled();
    return raster;
}

} // namespace phasor
