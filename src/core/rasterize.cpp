// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rasterize.h"

#include "core/parallel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace phasor {

namespace {

constexpr std::int64_t kRowsAtOnce = 8; // pixel rows of one task

bool allSingle(const std::vector<Span>& runs)
{
    return std::all_of(runs.begin(), runs.end(), [](Span s) { return s.size() == 1; });
}

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

} // namespace

PixelAxis pixelAxis(Interval visible, std::int64_t cells, int pixels)
{
    PixelAxis axis;
    axis.cellsPerPixel = (visible.high - visible.low) / pixels;
    const auto cellAt = [&](double place) {
        return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(place)), 0, cells - 1);
    };
    axis.runOfPixel.reserve(static_cast<std::size_t>(pixels));
    for (int i = 0; i < pixels; ++i) {
        const bool several = axis.cellsPerPixel > 1;
        const std::int64_t begin = cellAt(visible.low + (several ? i : i + 0.5) * axis.cellsPerPixel);
        const std::int64_t next = cellAt(visible.low + (i + 1) * axis.cellsPerPixel);
        const bool last = i == pixels - 1;
        const std::int64_t border = last && visible.low + (i + 1) * axis.cellsPerPixel > static_cast<double>(next) ? next + 1 : next;
        const Span run{begin, several ? std::max(begin + 1, border) : begin + 1};
        if (axis.runs.empty() || axis.runs.back().begin != run.begin)
            axis.runs.push_back(run);
        axis.runOfPixel.push_back(static_cast<std::int32_t>(axis.runs.size() - 1));
    }
    return axis;
}

Raster rasterize(const Field& field, const RasterRequest& request, const CancelToken& cancel)
{
    const Shape shape = field.shape();
    const PixelAxis rows = pixelAxis(request.rows, shape.rows, request.height);
    const PixelAxis cols = pixelAxis(request.cols, shape.cols, request.width);
    const auto runRows = static_cast<std::int64_t>(rows.runs.size());
    const auto runCols = static_cast<std::int64_t>(cols.runs.size());

    Raster raster;
    raster.rowsPerPixel = rows.cellsPerPixel;
    raster.colsPerPixel = cols.cellsPerPixel;
    const bool exact = allSingle(rows.runs) && allSingle(cols.runs);
    const bool closed = request.reduction == Reduction::Mean && field.hasClosedFormMeans();
    const double cells = static_cast<double>(cellCount(rows.runs)) * static_cast<double>(cellCount(cols.runs));
    raster.sampled = !exact && !closed && cells > static_cast<double>(request.cellBudget);

    // At most this many rows and columns of each run, so that the whole stays within the budget.
    const double perPixel = static_cast<double>(request.cellBudget) / static_cast<double>(runRows * runCols);
    const auto side = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::sqrt(std::max(1.0, perPixel))));
    const std::int64_t colsPerRun = std::min<std::int64_t>(side, static_cast<std::int64_t>(std::ceil(cols.cellsPerPixel)));
    const auto rowsPerRun = std::max<std::int64_t>(1, static_cast<std::int64_t>(perPixel) / std::max<std::int64_t>(1, colsPerRun));
    const Samples colSamples = raster.sampled ? samplesOf(cols.runs, colsPerRun) : Samples{};

    Matrix reduced(Shape{runRows, runCols});
    parallelFor(0, runRows, kRowsAtOnce, [&](Span span) {
        if (cancel.cancelled())
            return;
        const std::span<const Span> part(rows.runs.data() + span.begin, static_cast<std::size_t>(span.size()));
        const MatrixView<float> target = reduced.view().window({span.begin, 0, span.size(), runCols});
        if (exact)
            field.fill({part.front().begin, cols.runs.front().begin, span.size(), runCols}, target);
        else if (raster.sampled)
            sampledRuns(field, part, colSamples, rowsPerRun, request.reduction, target);
        else if (request.reduction == Reduction::Mean)
            field.blockMeans(part, cols.runs, target);
        else
            envelopeOfRuns(field, part, cols.runs, target);
    });
    raster.cancelled = cancel.cancelled();
    if (raster.cancelled || (runRows == request.height && runCols == request.width)) {
        raster.values = std::move(reduced);
        return raster;
    }
    raster.values.resize({request.height, request.width});
    parallelFor(0, request.height, 64, [&](Span span) {
        for (std::int64_t y = span.begin; y < span.end; ++y) {
            const float* source = reduced.view().row(rows.runOfPixel[static_cast<std::size_t>(y)]);
            float* target = raster.values.view().row(y);
            for (std::size_t x = 0; x < cols.runOfPixel.size(); ++x)
                target[x] = source[cols.runOfPixel[x]];
        }
    });
    return raster;
}

} // namespace phasor
