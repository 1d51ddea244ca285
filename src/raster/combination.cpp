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

namespace {

// The value farther from 0. NaN only if both are NaN.
float farther(float a, float b)
{
    if (std::isnan(a))
        return b;
    return std::abs(b) > std::abs(a) ? b : a;
}

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

// Cost of a single cell, in cells that are computed together with their neighbors.
constexpr std::int64_t kCostOfLoneCell = 64;

// The k-th of `count` sampled cells of a run: a pseudorandom cell of the run's k-th part. Evenly spaced cells would
// show false bands; these show noise. `line` is part of the hash, so that lines have different cells.
std::int64_t sampleOf(Span run, std::int64_t k, std::int64_t count, std::int64_t line)
{
    const auto mixed = static_cast<std::uint64_t>(run.begin + k) * 0x9e3779b97f4a7c15U
        ^ static_cast<std::uint64_t>(line) * 0xbf58476d1ce4e5b9U;
    const double jitter = static_cast<double>((mixed ^ mixed >> 29) * 0x94d049bb133111ebU >> 11) * 0x1p-53;
    const double part = static_cast<double>(run.size()) / static_cast<double>(count);
    const auto offset = static_cast<std::int64_t>((static_cast<double>(k) + jitter) * part);
    return run.begin + std::min(offset, run.size() - 1);
}

// The mean of values of equal weight, or their envelope.
struct Fold
{
    Reduction reduction;
    double total = 0;
    float farthest = std::numeric_limits<float>::quiet_NaN();
    std::int64_t count = 0;

    void add(float value)
    {
        total += static_cast<double>(value);
        farthest = farther(farthest, value);
        ++count;
    }
    float value() const
    {
        return reduction == Reduction::Envelope ? farthest : static_cast<float>(total / static_cast<double>(count));
    }
};

} // namespace

void reduceRuns(const Field& field, std::span<const Span> rows, std::span<const Span> cols, Reduction reduction,
                MatrixView<float> out)
{
    if (reduction == Reduction::Envelope)
        envelopeOfRuns(field, rows, cols, out);
    else
        blockMeans(field, rows, cols, out);
}

RasterSample::RasterSample(const PixelAxis& rows, const PixelAxis& cols, std::int64_t cellBudget)
    : m_cols(cols.runs())
{
    const std::int64_t width = m_cols.back().end - m_cols.front().begin;
    const std::int64_t rowRuns = std::ssize(rows.runs());
    const std::int64_t colRuns = std::ssize(cols.runs());
    m_rowsPerRun = cellBudget / rowRuns / width;
    m_wholeRows = m_rowsPerRun >= 1;
    if (m_wholeRows)
        return;
    const std::int64_t loneCells = std::max<std::int64_t>(1, cellBudget / kCostOfLoneCell);
    const double perBlock
        = static_cast<double>(loneCells) / static_cast<double>(rowRuns) / static_cast<double>(colRuns);
    if (perBlock < 1)
        m_enlargement = static_cast<int>(std::ceil(std::sqrt(1 / perBlock)));
    const double across = std::clamp(std::ceil(cols.cellsPerPixel()), 1.0, std::max(1.0, std::sqrt(perBlock)));
    m_colsPerRun = static_cast<std::int64_t>(across);
    m_rowsPerRun = std::max<std::int64_t>(1, static_cast<std::int64_t>(perBlock / across));
}

void RasterSample::reduce(const Field& field, std::span<const Span> rows, Reduction reduction,
                          MatrixView<float> out) const
{
    Matrix line(Shape{1, out.cols()});
    std::vector<Fold> folds;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        folds.assign(m_cols.size(), Fold{reduction});
        const std::int64_t count = std::min(m_rowsPerRun, rows[i].size());
        for (std::int64_t k = 0; k < count; ++k) {
            if (cancelled())
                return;
            const std::int64_t at = sampleOf(rows[i], k, count, 0);
            const Span row{at, at + 1};
            if (m_wholeRows)
                reduceRuns(field, std::span(&row, 1), m_cols, reduction, line.view());
            else
                reduceLoneCells(field, row, reduction, line.data());
            for (std::size_t j = 0; j < folds.size(); ++j)
                folds[j].add(line.data()[j]);
        }
        std::transform(folds.begin(), folds.end(), out.row(static_cast<std::int64_t>(i)),
                       [](const Fold& fold) { return fold.value(); });
    }
}

void RasterSample::reduceLoneCells(const Field& field, Span row, Reduction reduction, float* out) const
{
    for (std::size_t j = 0; j < m_cols.size(); ++j) {
        Fold fold{reduction};
        const std::int64_t count = std::min(m_colsPerRun, m_cols[j].size());
        for (std::int64_t k = 0; k < count; ++k)
            fold.add(field.cell(row.begin, sampleOf(m_cols[j], k, count, row.begin)));
        out[j] = fold.value();
    }
}

void Combination::write(MatrixView<const float> reduced, Span y, MatrixView<float> picture) const
{
    std::vector<float> folded; // a few rows of runs
    const std::size_t first = rows.firstRun(static_cast<int>(y.begin));
    const std::int64_t width = reduced.cols();
    const bool asTheyAre = rows.aPixelEach();
    for (std::int64_t begin = y.begin; begin < y.end; begin += kFoldedRows) {
        const std::int64_t count = std::min(kFoldedRows, y.end - begin);
        const MatrixView<float> pixels = picture.window({begin, x.begin, count, x.size()});
        if (asTheyAre) {
            foldColumns(reduced.window({begin - y.begin, 0, count, width}), pixels);
            continue;
        }
        folded.resize(static_cast<std::size_t>(count * width));
        for (std::int64_t k = 0; k < count; ++k) {
            const auto pixel = static_cast<int>(begin + k);
            const auto run = static_cast<std::int64_t>(rows.firstRun(pixel) - first);
            const std::span<const float> weights = rows.weights(pixel);
            foldRows(reduced.window({run, 0, std::ssize(weights), width}), weights, folded.data() + k * width);
        }
        foldColumns({folded.data(), count, width, width}, pixels);
    }
}

void Combination::foldRows(MatrixView<const float> runs, std::span<const float> weights, float* sums) const
{
    const std::int64_t width = runs.cols();
    if (weights.size() == 1 || reduction == Reduction::Envelope)
        std::copy_n(runs.row(0), width, sums);
    else
        scale(runs.row(0), weights[0], sums, width);
    for (std::int64_t k = 1; k < runs.rows(); ++k) {
        if (reduction == Reduction::Envelope)
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
    const ColumnFolds folds = cols.folds(x);
    const auto count = static_cast<std::size_t>(folds.count);
    if (cols.oneRunEach()) {
        for (std::int64_t r = 0; r < runs.rows(); ++r) {
            const float* const values = runs.row(r);
            float* const out = pixels.row(r);
            for (std::size_t p = 0; p < count; ++p)
                out[p] = values[folds.first[p] - folds.first[0]];
        }
    } else if (reduction != Reduction::Envelope) {
        phasor::foldColumns(runs.row(0), runs.stride(), runs.rows(), folds, pixels.row(0), pixels.stride());
    } else {
        for (std::int64_t r = 0; r < runs.rows(); ++r) {
            for (std::size_t p = 0; p < count; ++p) {
                const float* const first = runs.row(r) + (folds.first[p] - folds.first[0]);
                const std::size_t some = folds.begin[p + 1] - folds.begin[p];
                pixels.row(r)[p] = std::accumulate(first + 1, first + some, *first, farther);
            }
        }
    }
}

} // namespace phasor
