// SPDX-License-Identifier: GPL-3.0-or-later
#include "raster/rasterize.h"

#include "field/parallel.h"
#include "raster/blockmeans.h"
#include "raster/rastersample.h"
#include "raster/runreduction.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

namespace phasor {

namespace {

constexpr std::int64_t kPixelRowsAtOnce = 32;

std::int64_t cellCount(const std::vector<Span>& runs)
{
    return runs.back().end - runs.front().begin;
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

// The picture of fewer, larger pixels in place of `request`'s.
Raster enlarged(const Field& field, const RasterRequest& request, int factor, const CancelToken& cancel)
{
    RasterRequest smaller = request;
    smaller.width = std::max(1, request.width / factor);
    smaller.height = std::max(1, request.height / factor);
    const Raster few = rasterize(field, smaller, cancel);
    Raster raster{.values = Matrix(Shape{request.height, request.width}),
                  .rowsPerPixel = few.rowsPerPixel * smaller.height / request.height,
                  .colsPerPixel = few.colsPerPixel * smaller.width / request.width,
                  .sampled = true,
                  .cancelled = few.cancelled};
    for (int y = 0; y < request.height; ++y) {
        const float* const from = few.values.view().row(std::int64_t{y} * smaller.height / request.height);
        float* const to = raster.values.view().row(y);
        for (int x = 0; x < request.width; ++x)
            to[x] = from[std::int64_t{x} * smaller.width / request.width];
    }
    return raster;
}

} // namespace

Raster rasterize(const Field& field, const RasterRequest& request, const CancelToken& cancel)
{
    const CancelScope scope(cancel);
    const Shape shape = field.shape();
    PixelAxis rows(request.rows, shape.rows, request.height);
    PixelAxis cols(request.cols, shape.cols, request.width);
    Raster raster;
    raster.rowsPerPixel = rows.cellsPerPixel();
    raster.colsPerPixel = cols.cellsPerPixel();
    const bool exact = rows.single() && cols.single();
    const bool closed = request.reduction == Reduction::Mean && hasMeansInClosedForm(field);
    const double cells = static_cast<double>(cellCount(rows.runs())) * static_cast<double>(cellCount(cols.runs()));
    raster.sampled = !exact && !closed && cells > static_cast<double>(request.cellBudget);

    std::optional<RasterSample> sample;
    if (raster.sampled) {
        rows = PixelAxis(request.rows, shape.rows, request.height, PixelAxis::Borders::WholeCells);
        cols = PixelAxis(request.cols, shape.cols, request.width, PixelAxis::Borders::WholeCells);
        sample.emplace(rows, cols, request.cellBudget);
        if (sample->enlargement() > 1 && (request.width > 1 || request.height > 1))
            return enlarged(field, request, sample->enlargement(), cancel);
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
        if (rows.aPixelEach() && cols.aPixelEach()) {
            blockMeans(field, rows.runs(), cols.runs(), raster.values.view());
            raster.cancelled = cancel.cancelled();
            return raster;
        }
        Matrix reduced(Shape{static_cast<std::int64_t>(rows.runs().size()), runCols});
        blockMeans(field, rows.runs(), cols.runs(), reduced.view());
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
        else if (sample)
            sample->reduce(field, runs, request.reduction, reduced.view(), cancel);
        else
            reduceRuns(field, runs, cols.runs(), request.reduction, reduced.view());
        pixelRows(pixels, std::as_const(reduced).view(), first);
    });
    raster.cancelled = cancel.cancelled();
    return raster;
}

} // namespace phasor
