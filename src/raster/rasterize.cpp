// SPDX-License-Identifier: GPL-3.0-or-later
#include "raster/rasterize.h"

#include "field/parallel.h"
#include "kernels/reduce.h"
#include "raster/combination.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

namespace phasor {

namespace {

constexpr std::int64_t kPixelRowsAtOnce = 32;
constexpr std::int64_t kFewPixelRows = 8;
constexpr std::int64_t kRunsAtOnce = 512; // runs of columns: 1.8 MB with 900 rows

PixelAxis::Filter filterOf(Reduction reduction)
{
    if (reduction == Reduction::Smooth)
        return PixelAxis::Filter::Smooth;
    return reduction == Reduction::Nearest ? PixelAxis::Filter::Nearest : PixelAxis::Filter::Weighed;
}

// Picture of fewer, larger pixels, enlarged to the size of `request`.
Raster enlarged(const Field& field, const RasterRequest& request, int factor)
{
    RasterRequest smaller = request;
    smaller.width = std::max(1, request.width / factor);
    smaller.height = std::max(1, request.height / factor);
    smaller.wantsRange = false; // `field` notes it
    const Raster few = rasterize(field, smaller);
    Raster raster{.values = Matrix(Shape{request.height, request.width}),
                  .rowsPerPixel = few.rowsPerPixel * smaller.height / request.height,
                  .colsPerPixel = few.colsPerPixel * smaller.width / request.width,
                  .reduction = few.reduction,
                  .sampled = true,
                  .cancelled = few.cancelled,
                  .range = {}};
    for (int y = 0; y < request.height; ++y) {
        const float* const from = few.values.view().row(std::int64_t{y} * smaller.height / request.height);
        float* const to = raster.values.view().row(y);
        for (int x = 0; x < request.width; ++x)
            to[x] = from[std::int64_t{x} * smaller.width / request.width];
    }
    return raster;
}

// Computation of one picture.
class Rasterization
{
public:
    Rasterization(const Field& field, const RasterRequest& request)
        : m_field(field)
        , m_request(request)
        , m_rows(request.rows, field.shape().rows, request.height, filterOf(request.reduction))
        , m_cols(request.cols, field.shape().cols, request.width, filterOf(request.reduction))
    {
        m_raster.rowsPerPixel = m_rows.cellsPerPixel();
        m_raster.colsPerPixel = m_cols.cellsPerPixel();
        m_raster.reduction = request.reduction;
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
        const bool each = m_rows.hull() == std::ssize(m_rows.runs())
            && m_cols.hull() == std::ssize(m_cols.runs()); // run is one cell
        return inBands([&](std::span<const Span> runs, Matrix& room) -> MatrixView<const float> {
            const Rect rect{runs.front().begin, m_cols.runs().front().begin, std::ssize(runs),
                            std::ssize(m_cols.runs())};
            if (const MatrixView<const float> there = m_field.cells(rect); each && there.data() != nullptr)
                return there;
            room.resize({rect.rows, rect.cols});
            if (each)
                m_field.fill(rect, room.view());
            else
                reduceRuns(m_field, runs, m_cols.runs(), m_request.reduction, room.view());
            return room.view();
        });
    }

private:
    // Height of a band. A picture of 40 rows of pixels has four bands, so that the cores have work. More bands cost
    // more: each also reads some rows of cells above and below its own.
    std::int64_t pixelRowsAtOnce() const
    {
        if (m_rows.cellsPerPixel() <= 1)
            return kPixelRowsAtOnce;
        return std::clamp<std::int64_t>(m_request.height / 4, kFewPixelRows, kPixelRowsAtOnce);
    }
    void setFilter(PixelAxis::Filter filter)
    {
        m_rows = PixelAxis(m_request.rows, m_field.shape().rows, m_request.height, filter);
        m_cols = PixelAxis(m_request.cols, m_field.shape().cols, m_request.width, filter);
    }

    // Closed form: the entire picture at once, as its preparation serves all rows. It is parallel itself.
    Raster inClosedForm()
    {
        if (m_request.reduction == Reduction::Smooth) {
            if (bells())
                return finished();
            setFilter(PixelAxis::Filter::Weighed);
            m_raster.reduction = Reduction::Mean;
        }
        m_raster.values.resize({m_request.height, m_request.width});
        if (m_rows.aPixelEach() && m_cols.aPixelEach()) {
            blockMeans(m_field, m_rows.runs(), m_cols.runs(), m_raster.values.view());
            return finished();
        }
        Matrix reduced(Shape{std::ssize(m_rows.runs()), std::ssize(m_cols.runs())});
        blockMeans(m_field, m_rows.runs(), m_cols.runs(), reduced.view());
        fold(m_rows, reduced, {0, m_request.width});
        return finished();
    }

    // Combines runs to pixels, in all rows of the picture's columns `cols`.
    void fold(const PixelAxis& rows, const Matrix& reduced, Span cols)
    {
        parallelFor(0, m_request.height, pixelRowsAtOnce(), [&](Span pixels) {
            const std::span<const Span> runs = rows.runsOf(pixels);
            const auto first = static_cast<std::int64_t>(rows.firstRun(static_cast<int>(pixels.begin)));
            const Combination combination{rows, m_cols, cols, m_request.reduction};
            combination.write(reduced.view().window({first, 0, std::ssize(runs), reduced.cols()}), pixels,
                              m_raster.values.view());
        });
    }

    // Makes the smooth picture by the field's bellMeans(). False: the field has none.
    bool bells()
    {
        const MeansOfBlocks& means = *m_field.means();
        if (const auto bells = BellAxis::make(m_request.rows, m_field.shape().rows, m_request.height)) {
            const PixelAxis made({0, 1.0 * m_request.height}, m_request.height, m_request.height,
                                 PixelAxis::Filter::Nearest);
            return inColumns(made, [&](std::span<const Span> cols) { return bells->rows(means, cols); });
        }
        if (!std::ranges::all_of(m_rows.runs(), [](Span run) { return run.size() == 1; }))
            return false; // the table is smaller than a bell
        // Few cells per pixel: compute every row of cells, then apply the spline.
        return inColumns(m_rows, [&](std::span<const Span> cols) -> std::optional<Matrix> {
            Matrix rows(Shape{std::ssize(m_rows.runs()), std::ssize(cols)});
            if (!means.bellMeans({{1, 1, 1}, m_rows.runs()}, cols, rows.view()))
                return std::nullopt;
            return rows;
        });
    }

    // Calls meansOf(runs of columns) for a few columns of pixels at a time, so that the means are still in the cache
    // when they are combined. False: meansOf gave none.
    template <typename MeansOf> bool inColumns(const PixelAxis& rows, const MeansOf& meansOf)
    {
        m_raster.values.resize({m_request.height, m_request.width});
        std::atomic<bool> known = true;
        const std::int64_t atOnce = m_cols.oneRunEach()
            ? m_request.width
            : std::max<std::int64_t>(1, kRunsAtOnce * m_request.width / std::ssize(m_cols.runs()));
        parallelFor(0, m_request.width, atOnce, [&](Span pixels) {
            const std::optional<Matrix> reduced = meansOf(m_cols.runsOf(pixels));
            if (!reduced) {
                known = false;
                return;
            }
            fold(rows, *reduced, pixels);
        });
        return known;
    }

    Raster sampled()
    {
        m_raster.sampled = true;
        if (m_request.reduction == Reduction::Smooth)
            m_raster.reduction = Reduction::Mean;
        setFilter(PixelAxis::Filter::WholeCells);
        const RasterSample sample(m_rows, m_cols, m_request.cellBudget);
        if (sample.enlargement() > 1 && (m_request.width > 1 || m_request.height > 1))
            return enlarged(m_field, m_request, sample.enlargement());
        return inBands([&](std::span<const Span> runs, Matrix& room) -> MatrixView<const float> {
            room.resize({std::ssize(runs), std::ssize(m_cols.runs())});
            sample.reduce(m_field, runs, m_request.reduction, room.view());
            return room.view();
        });
    }

    // Calls reduce(runs of rows, room) for a few rows of pixels at a time, in parallel; its means may be in `room`.
    template <typename Reduce> Raster inBands(const Reduce& reduce)
    {
        m_raster.values.resize({m_request.height, m_request.width});
        parallelFor(0, m_request.height, pixelRowsAtOnce(), [&](Span pixels) {
            if (cancelled())
                return;
            Matrix room;
            const MatrixView<const float> means = reduce(m_rows.runsOf(pixels), room);
            const Combination combination{m_rows, m_cols, {0, m_request.width}, m_request.reduction};
            combination.write(means, pixels, m_raster.values.view());
        });
        return finished();
    }

    Raster finished()
    {
        m_raster.cancelled = cancelled();
        return std::move(m_raster);
    }

    const Field& m_field;
    const RasterRequest& m_request;
    PixelAxis m_rows;
    PixelAxis m_cols;
    Raster m_raster;
};

// The cells of `base`, and the extremes of the visible ones among those that were computed.
class NotedCells final : public Field
{
public:
    NotedCells(const Field& base, const RasterRequest& request)
        : m_base(base)
        , m_rows(cellsOf(request.rows, base.shape().rows))
        , m_cols(cellsOf(request.cols, base.shape().cols))
    {
    }

    Shape shape() const override { return m_base.shape(); }
    Interval bounds() const override { return m_base.bounds(); }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        m_base.fill(rect, out);
        const std::int64_t left = std::max(rect.col, m_cols.begin);
        const std::int64_t right = std::min(rect.col + rect.cols, m_cols.end);
        const std::int64_t bottom = std::min(rect.row + rect.rows, m_rows.end);
        Extremes some;
        for (std::int64_t row = std::max(rect.row, m_rows.begin); row < bottom && left < right; ++row)
            some = merged(some, rowExtremes(out.row(row - rect.row) + left - rect.col, right - left));
        const std::lock_guard lock(m_mutex);
        m_noted = merged(m_noted, some);
    }

    Interval noted() const { return {m_noted.low, m_noted.high}; } // after the last fill()

private:
    const Field& m_base;
    Span m_rows; // visible
    Span m_cols;
    mutable std::mutex m_mutex;
    mutable Extremes m_noted;
};

} // namespace

Raster rasterize(const Field& field, const RasterRequest& request)
{
    if (!request.wantsRange || field.means() != nullptr || field.inMemory())
        return Rasterization(field, request).run();
    const NotedCells cells(field, request);
    Raster raster = Rasterization(cells, request).run();
    if (request.reduction != Reduction::Nearest)
        raster.range = cells.noted();
    return raster;
}

} // namespace phasor
