// SPDX-License-Identifier: GPL-3.0-or-later
#include "raster/rasterize.h"

#include "field/parallel.h"
#include "kernels/combine.h"
#include "raster/bellaxis.h"
#include "raster/blockmeans.h"
#include "raster/rastersample.h"
#include "raster/runreduction.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

namespace phasor {

namespace {

constexpr std::int64_t kPixelRowsAtOnce = 32;
constexpr std::int64_t kFewPixelRows = 8;

PixelAxis::Filter filterOf(Reduction reduction)
{
    switch (reduction) {
    case Reduction::Smooth:
        return PixelAxis::Filter::Smooth;
    case Reduction::Nearest:
        return PixelAxis::Filter::Nearest;
    case Reduction::Mean:
    case Reduction::Envelope:
        break;
    }
    return PixelAxis::Filter::Weighed;
}

// Four partial sums: with a single one each addition would have to wait for the one before.
float weighedSum(const float* values, std::span<const float> weights)
{
    float partial[4] = {};
    std::size_t k = 0;
    for (; k + 4 <= weights.size(); k += 4) {
        for (std::size_t lane = 0; lane < 4; ++lane)
            partial[lane] += weights[k + lane] * values[k + lane];
    }
    float sum = (partial[0] + partial[2]) + (partial[1] + partial[3]);
    for (; k < weights.size(); ++k)
        sum += weights[k] * values[k];
    return sum;
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
        float* const sums = m_folded.data();
        const bool farthest = m_reduction == Reduction::Envelope;
        if (!farthest)
            scale(sums, weights[0], sums, count);
        for (std::size_t k = 1; k < weights.size(); ++k) {
            const float* const next = line + static_cast<std::int64_t>(k) * stride;
            if (farthest)
                std::transform(sums, sums + count, next, sums, farther);
            else
                scaleAdd(next, weights[k], sums, sums, count);
        }
        return m_folded.data();
    }

    float pixelOf(const float* runs, std::span<const float> weights) const
    {
        if (weights.size() == 1)
            return runs[0];
        if (m_reduction != Reduction::Envelope)
            return weighedSum(runs, weights);
        return std::accumulate(runs + 1, runs + weights.size(), runs[0], farther);
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

// One picture on its way.
class Rasterization
{
public:
    Rasterization(const Field& field, const RasterRequest& request, const CancelToken& cancel)
        : m_field(field)
        , m_request(request)
        , m_cancel(cancel)
        , m_rows(request.rows, field.shape().rows, request.height, filterOf(request.reduction))
        , m_cols(request.cols, field.shape().cols, request.width, filterOf(request.reduction))
    {
        m_raster.rowsPerPixel = m_rows.cellsPerPixel();
        m_raster.colsPerPixel = m_cols.cellsPerPixel();
    }

    Raster run()
    {
        const bool cells = m_rows.single() && m_cols.single(); // each pixel is a cell
        const bool closed = m_request.reduction != Reduction::Envelope && hasMeansInClosedForm(m_field);
        const bool nearest = m_request.reduction == Reduction::Nearest;
        if (closed && !cells && !nearest)
            return inClosedForm();
        const double visited = static_cast<double>(m_rows.hull()) * static_cast<double>(m_cols.hull());
        if (!cells && visited > static_cast<double>(m_request.cellBudget))
            return sampled();
        const bool whole = cells && m_rows.hull() == runCount(m_rows) && m_cols.hull() == runCount(m_cols);
        return inBands([&](std::span<const Span> runs, MatrixView<float> reduced) {
            if (whole)
                m_field.fill({runs.front().begin, m_cols.runs().front().begin, reduced.rows(), reduced.cols()},
                             reduced);
            else
                reduceRuns(m_field, runs, m_cols.runs(), m_request.reduction, reduced);
        });
    }

private:
    // A picture of 40 rows of pixels is made in four bands, so that every core has work. Not in more: each band also
    // reads some rows of cells above and below its own.
    std::int64_t pixelRowsAtOnce() const
    {
        if (m_rows.cellsPerPixel() <= 1)
            return kPixelRowsAtOnce;
        return std::clamp<std::int64_t>(m_request.height / 4, kFewPixelRows, kPixelRowsAtOnce);
    }
    static std::int64_t runCount(const PixelAxis& axis) { return static_cast<std::int64_t>(axis.runs().size()); }

    // All at once: what a closed form prepares is for all rows, and it works in parallel itself.
    Raster inClosedForm()
    {
        if (m_request.reduction == Reduction::Smooth) {
            if (bells())
                return finished();
            m_rows = PixelAxis(m_request.rows, m_field.shape().rows, m_request.height, PixelAxis::Filter::Weighed);
            m_cols = PixelAxis(m_request.cols, m_field.shape().cols, m_request.width, PixelAxis::Filter::Weighed);
        }
        m_raster.values.resize({m_request.height, m_request.width});
        if (m_rows.aPixelEach() && m_cols.aPixelEach()) {
            blockMeans(m_field, m_rows.runs(), m_cols.runs(), m_raster.values.view());
            return finished();
        }
        Matrix reduced(Shape{runCount(m_rows), runCount(m_cols)});
        blockMeans(m_field, m_rows.runs(), m_cols.runs(), reduced.view());
        combine(m_rows, reduced);
        return finished();
    }

    void combine(const PixelAxis& rows, const Matrix& reduced)
    {
        m_raster.values.resize({m_request.height, m_request.width});
        parallelFor(0, m_request.height, pixelRowsAtOnce(), [&](Span pixels) {
            Combination combination(rows, m_cols, m_request.reduction);
            for (std::int64_t y = pixels.begin; y < pixels.end; ++y)
                combination.row(reduced.view(), 0, static_cast<int>(y), m_raster.values.view().row(y));
        });
    }

    // A smooth picture of a field that knows the means of rows weighed like a bell. False: it does not.
    bool bells()
    {
        const MeansOfBlocks& means = *m_field.means();
        if (const auto bells = BellAxis::make(m_request.rows, m_field.shape().rows, m_request.height)) {
            std::optional<Matrix> rows = bells->rows(means, m_cols.runs());
            if (rows)
                combine(PixelAxis({0, 1.0 * m_request.height}, m_request.height, m_request.height,
                                  PixelAxis::Filter::Nearest),
                        *rows);
            return rows.has_value();
        }
        if (!std::ranges::all_of(m_rows.runs(), [](Span run) { return run.size() == 1; }))
            return false; // the table is smaller than a bell
        // So few cells a pixel that each row of cells may be asked for.
        Matrix rows(Shape{runCount(m_rows), runCount(m_cols)});
        if (!means.bellMeans({{1, 1, 1}, m_rows.runs()}, m_cols.runs(), rows.view()))
            return false;
        combine(m_rows, rows);
        return true;
    }

    Raster sampled()
    {
        m_raster.sampled = true;
        m_rows = PixelAxis(m_request.rows, m_field.shape().rows, m_request.height, PixelAxis::Filter::WholeCells);
        m_cols = PixelAxis(m_request.cols, m_field.shape().cols, m_request.width, PixelAxis::Filter::WholeCells);
        const RasterSample sample(m_rows, m_cols, m_request.cellBudget);
        if (sample.enlargement() > 1 && (m_request.width > 1 || m_request.height > 1))
            return enlarged(m_field, m_request, sample.enlargement(), m_cancel);
        return inBands([&](std::span<const Span> runs, MatrixView<float> reduced) {
            sample.reduce(m_field, runs, m_request.reduction, reduced, m_cancel);
        });
    }

    // reduce(runs of rows, out) for a few rows of pixels at a time, in parallel.
    template <typename Reduce> Raster inBands(const Reduce& reduce)
    {
        m_raster.values.resize({m_request.height, m_request.width});
        parallelFor(0, m_request.height, pixelRowsAtOnce(), [&](Span pixels) {
            if (m_cancel.cancelled())
                return;
            const auto bottom = static_cast<int>(pixels.end) - 1;
            const std::size_t first = m_rows.firstRun(static_cast<int>(pixels.begin));
            const std::size_t count = m_rows.firstRun(bottom) + m_rows.weights(bottom).size() - first;
            Matrix reduced(Shape{static_cast<std::int64_t>(count), runCount(m_cols)});
            reduce(std::span<const Span>(m_rows.runs().data() + first, count), reduced.view());
            Combination combination(m_rows, m_cols, m_request.reduction);
            for (std::int64_t y = pixels.begin; y < pixels.end; ++y)
                combination.row(std::as_const(reduced).view(), first, static_cast<int>(y),
                                m_raster.values.view().row(y));
        });
        return finished();
    }

    Raster finished()
    {
        m_raster.cancelled = m_cancel.cancelled();
        return std::move(m_raster);
    }

    const Field& m_field;
    const RasterRequest& m_request;
    const CancelToken& m_cancel;
    PixelAxis m_rows;
    PixelAxis m_cols;
    Raster m_raster;
};

} // namespace

Raster rasterize(const Field& field, const RasterRequest& request, const CancelToken& cancel)
{
    const CancelScope scope(cancel);
    return Rasterization(field, request, cancel).run();
}

} // namespace phasor
