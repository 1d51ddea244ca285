// SPDX-License-Identifier: GPL-3.0-or-later
#include "raster/combination.h"

#include "kernels/combine.h"
#include "kernels/pixels.h"
#include "kernels/reduce.h"
#include "raster/rasterize.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace phasor {

float farther(float a, float b)
{
    if (std::isnan(a))
        return b;
    return std::abs(b) > std::abs(a) ? b : a;
}

namespace {

// Updates the runs' envelopes with one row of cells that begins at column `origin`.
void foldEnvelope(const float* row, std::int64_t origin, std::span<const Span> cols, float* out)
{
    for (std::size_t j = 0; j < cols.size(); ++j) {
        for (std::int64_t c = cols[j].begin; c < cols[j].end; ++c)
            out[j] = farther(out[j], row[c - origin]);
    }
}

void envelopeOfRuns(const Field& field, std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out)
{
    constexpr std::int64_t kCells = 1 << 16;
    const std::int64_t first = cols.front().begin;
    const std::int64_t width = cols.back().end - first;
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

} // namespace

void reduceRuns(const Field& field, std::span<const Span> rows, std::span<const Span> cols, Reduction reduction,
                MatrixView<float> out)
{
    if (reduction == Reduction::Envelope)
        envelopeOfRuns(field, rows, cols, out);
    else
        blockMeans(field, rows, cols, out);
}

Combination::Combination(const PixelAxis& rows, const PixelAxis& cols, Span pixels, Reduction reduction)
    : m_rows(rows)
    , m_cols(cols)
    , m_pixels(pixels)
    , m_reduction(reduction)
{
}

void Combination::rows(MatrixView<const float> reduced, Span y, MatrixView<float> picture)
{
    const std::size_t first = m_rows.firstRun(static_cast<int>(y.begin));
    const std::int64_t width = reduced.cols();
    const bool asTheyAre = m_rows.aPixelEach();
    for (std::int64_t begin = y.begin; begin < y.end; begin += kFoldedRows) {
        const std::int64_t count = std::min(kFoldedRows, y.end - begin);
        const MatrixView<float> pixels = picture.window({begin, m_pixels.begin, count, m_pixels.size()});
        if (asTheyAre) {
            foldColumns(reduced.window({begin - y.begin, 0, count, width}), pixels);
            continue;
        }
        m_folded.resize(static_cast<std::size_t>(count * width));
        for (std::int64_t k = 0; k < count; ++k) {
            const auto pixel = static_cast<int>(begin + k);
            const auto run = static_cast<std::int64_t>(m_rows.firstRun(pixel) - first);
            const std::span<const float> weights = m_rows.weights(pixel);
            foldRows(reduced.window({run, 0, std::ssize(weights), width}), weights, m_folded.data() + k * width);
        }
        foldColumns({m_folded.data(), count, width, width}, pixels);
    }
}

void Combination::foldRows(MatrixView<const float> runs, std::span<const float> weights, float* sums) const
{
    const std::int64_t width = runs.cols();
    if (weights.size() == 1 || m_reduction == Reduction::Envelope)
        std::copy_n(runs.row(0), width, sums);
    else
        scale(runs.row(0), weights[0], sums, width);
    for (std::int64_t k = 1; k < runs.rows(); ++k) {
        if (m_reduction == Reduction::Envelope)
            std::transform(sums, sums + width, runs.row(k), sums, farther);
        else
            scaleAdd(runs.row(k), weights[static_cast<std::size_t>(k)], sums, sums, width);
    }
}

void Combination::foldColumns(MatrixView<const float> runs, MatrixView<float> pixels) const
{
    std::int64_t zeros = 0; // rows: most are in a tall picture, which is too coarse for waves
    while (zeros < runs.rows() && rowExtremes(runs.row(zeros), runs.cols()) == Extremes{.low = 0, .high = 0})
        std::fill_n(pixels.row(zeros++), pixels.cols(), 0.0F);
    if (zeros == runs.rows())
        return;
    const ColumnFolds folds = m_cols.folds(m_pixels);
    const auto count = static_cast<std::size_t>(folds.count);
    if (m_cols.oneRunEach()) {
        for (std::int64_t r = 0; r < runs.rows(); ++r) {
            const float* const values = runs.row(r);
            float* const out = pixels.row(r);
            for (std::size_t x = 0; x < count; ++x)
                out[x] = values[folds.first[x] - folds.first[0]];
        }
    } else if (m_reduction != Reduction::Envelope) {
        phasor::foldColumns(runs.row(0), runs.stride(), runs.rows(), folds, pixels.row(0), pixels.stride());
    } else {
        for (std::int64_t r = 0; r < runs.rows(); ++r) {
            for (std::size_t x = 0; x < count; ++x) {
                const float* const first = runs.row(r) + (folds.first[x] - folds.first[0]);
                const std::size_t some = folds.begin[x + 1] - folds.begin[x];
                pixels.row(r)[x] = std::accumulate(first + 1, first + some, *first, farther);
            }
        }
    }
}

} // namespace phasor
