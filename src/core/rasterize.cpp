// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rasterize.h"

#include "core/parallel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

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

void envelopeOfRuns(const Field& field, std::span<const Span> rows, const std::vector<Span>& cols,
                    MatrixView<float> out)
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
    counts.colsPerRun
        = static_cast<std::int64_t>(std::clamp(std::ceil(cols.cellsPerPixel()), 1.0, std::sqrt(perBlock)));
    counts.rowsPerRun = std::max<std::int64_t>(1, static_cast<std::int64_t>(perBlock) / counts.colsPerRun);
    return counts;
}

float folded(Reduction reduction, float value, float weight, float next)
{
    return reduction == Reduction::Mean ? value + weight * next : farther(value, next);
}

// Reduced runs -> pixels. One a worker: it keeps the row that it folds into.
class Combination
{
public:
    Combination(const PixelAxis& rows, const PixelAxis& cols, Reduction reduction)
        : m_rows(rows)
        , m_cols(cols)
        , m_reduction(reduction)
    {
    }

    // The runs of pixel row `y`, of which the first is row firstRun(y) - `first` of `reduced`, into its pixels.
    void row(MatrixView<const float> reduced, std::size_t first, int y, float* out)
    {
        const std::span<const float> weights = m_rows.weights(y);
        const float* line = reduced.row(static_cast<std::int64_t>(m_rows.firstRun(y) - first));
        if (weights.size() > 1)
            line = foldedRows(line, reduced.stride(), reduced.cols(), weights);
        const int pixels = m_cols.pixels();
        if (m_cols.oneRunEach()) {
            for (int x = 0; x < pixels; ++x)
                out[x] = line[m_cols.firstRun(x)];
            return;
        }
        for (int x = 0; x < pixels; ++x)
            out[x] = pixelOf(line + m_cols.firstRun(x), m_cols.weights(x));
    }

private:
    const float* foldedRows(const float* line, std::int64_t stride, std::int64_t count, std::span<const float> weights)
    {
        m_folded.assign(line, line + count);
        if (m_reduction == Reduction::Mean) {
            for (float& value : m_folded)
                value *= weights[0];
        }
        for (std::size_t k = 1; k < weights.size(); ++k) {
            const float* const next = line + static_cast<std::int64_t>(k) * stride;
            for (std::size_t j = 0; j < m_folded.size(); ++j)
                m_folded[j] = folded(m_reduction, m_folded[j], weights[k], next[j]);
        }
        return m_folded.data();
    }

    float pixelOf(const float* runs, std::span<const float> weights) const
    {
        if (weights.size() == 1)
            return runs[0];
        float value = m_reduction == Reduction::Mean ? weights[0] * runs[0] : runs[0];
        for (std::size_t k = 1; k < weights.size(); ++k)
            value = folded(m_reduction, value, weights[k], runs[k]);
        return value;
    }

    const PixelAxis& m_rows;
    const PixelAxis& m_cols;
    Reduction m_reduction;
    std::vector<float> m_folded;
};

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
    const auto pixelRows = [&](Span pixels, MatrixView<const float> reduced, std::size_t first) {
        Combination combination(rows, cols, request.reduction);
        for (std::int64_t y = pixels.begin; y < pixels.end; ++y)
            combination.row(reduced, first, static_cast<int>(y), raster.values.view().row(y));
    };
    if (closed && !exact) {
        // All at once: what a closed form prepares is for all rows, and it works in parallel itself.
        Matrix reduced(Shape{static_cast<std::int64_t>(rows.runs().size()), runCols});
        field.blockMeans(rows.runs(), cols.runs(), reduced.view());
        parallelFor(0, request.height, kPixelRowsAtOnce,
                    [&](Span pixels) { pixelRows(pixels, std::as_const(reduced).view(), 0); });
        raster.cancelled = cancel.cancelled();
        return raster;
    }
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
            field.fill({runs.front().begin, cols.runs().front().begin, static_cast<std::int64_t>(count), runCols},
                       reduced.view());
        else if (raster.sampled)
            sampledRuns(field, runs, colSamples, counts.rowsPerRun, request.reduction, reduced.view());
        else if (request.reduction == Reduction::Mean)
            field.blockMeans(runs, cols.runs(), reduced.view());
        else
            envelopeOfRuns(field, runs, cols.runs(), reduced.view());
        pixelRows(pixels, std::as_const(reduced).view(), first);
    });
    raster.cancelled = cancel.cancelled();
    return raster;
}

} // namespace phasor
