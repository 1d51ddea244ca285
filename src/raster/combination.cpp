// SPDX-License-Identifier: GPL-3.0-or-later
#include "raster/combination.h"

#include "kernels/combine.h"
#include "kernels/pixels.h"
#include "raster/runreduction.h"

#include <algorithm>
#include <numeric>

namespace phasor {

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
