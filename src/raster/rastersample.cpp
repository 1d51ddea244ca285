// SPDX-License-Identifier: GPL-3.0-or-later
#include "raster/rastersample.h"

#include "raster/runreduction.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

namespace {

// Fetching a single cell costs about as much as fetching so many neighbours at once.
constexpr std::int64_t kCostOfLoneCell = 64;

// The k-th of `count` cells of a run: somewhere in its k-th part, always in the same place. Were they evenly spaced,
// what a sample misses would show as bands; so it shows as noise. `line`: another one has others.
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
class Fold
{
public:
    explicit Fold(Reduction reduction)
        : m_reduction(reduction)
    {
    }

    void add(float value)
    {
        m_total += static_cast<double>(value);
        m_farthest = farther(m_farthest, value);
        ++m_count;
    }

    float value() const
    {
        return m_reduction == Reduction::Envelope ? m_farthest
                                                  : static_cast<float>(m_total / static_cast<double>(m_count));
    }

private:
    Reduction m_reduction;
    double m_total = 0;
    float m_farthest = std::numeric_limits<float>::quiet_NaN();
    std::int64_t m_count = 0;
};

} // namespace

RasterSample::RasterSample(const PixelAxis& rows, const PixelAxis& cols, std::int64_t cellBudget)
    : m_cols(cols.runs())
{
    const std::int64_t width = m_cols.back().end - m_cols.front().begin;
    const auto rowRuns = static_cast<std::int64_t>(rows.runs().size());
    const auto colRuns = static_cast<std::int64_t>(cols.runs().size());
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

void RasterSample::reduce(const Field& field, std::span<const Span> rows, Reduction reduction, MatrixView<float> out,
                          const CancelToken& cancel) const
{
    Matrix line(Shape{1, out.cols()});
    std::vector<Fold> folds;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        folds.assign(m_cols.size(), Fold(reduction));
        const std::int64_t count = std::min(m_rowsPerRun, rows[i].size());
        for (std::int64_t k = 0; k < count; ++k) {
            if (cancel.cancelled())
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
        Fold fold(reduction);
        const std::int64_t count = std::min(m_colsPerRun, m_cols[j].size());
        for (std::int64_t k = 0; k < count; ++k) {
            float value = 0;
            field.fill({row.begin, sampleOf(m_cols[j], k, count, row.begin), 1, 1}, {&value, 1, 1, 1});
            fold.add(value);
        }
        out[j] = fold.value();
    }
}

} // namespace phasor
