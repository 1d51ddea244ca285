// SPDX-License-Identifier: GPL-3.0-or-later
#include "raster/bellaxis.h"

#include "field/parallel.h"
#include "raster/rasterize.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr double kLeastCells = 3.5; // a pixel
// With more cells a pixel the nearest bell is less than a hundredth of a pixel away, and stands for both.
constexpr double kNearestIsEnough = 64;
constexpr std::int64_t kRowsAtOnce = 64;

// Boxes that are as wide as the spline's: widths n have the variance (n² − 1) / 12 each, and the two neighbours that a
// pixel lies between add 1/6 on average.
std::array<std::int64_t, 3> boxesOf(double cellsPerPixel)
{
    const double wanted = 3 * std::pow(PixelAxis::kBox * cellsPerPixel, 2) + 3 - 2;
    const auto least = static_cast<std::int64_t>(PixelAxis::kBox * cellsPerPixel);
    std::array<std::int64_t, 3> best{least, least, least};
    const auto distance = [&](const std::array<std::int64_t, 3>& boxes) {
        double squares = 0;
        for (const std::int64_t box : boxes)
            squares += static_cast<double>(box) * static_cast<double>(box);
        return std::fabs(squares - wanted);
    };
    std::array<std::int64_t, 3> next = best;
    for (std::int64_t& box : next) {
        ++box;
        if (distance(next) < distance(best))
            best = next;
    }
    return best;
}

} // namespace

std::optional<BellAxis> BellAxis::make(Interval visible, std::int64_t cells, int pixels)
{
    const double perPixel = (visible.high - visible.low) / pixels;
    if (perPixel < kLeastCells)
        return std::nullopt;
    const bool pairs = perPixel <= kNearestIsEnough;
    BellAxis axis;
    axis.m_bells.boxes = boxesOf(perPixel);
    const std::int64_t size = axis.m_bells.boxes[0] + axis.m_bells.boxes[1] + axis.m_bells.boxes[2] - 2;
    if (size + 1 > cells)
        return std::nullopt;
    for (int i = 0; i < pixels; ++i) {
        const double from = visible.low + i * perPixel;
        const double first = from + (perPixel - static_cast<double>(size)) / 2; // of a bell about the pixel's middle
        const double whole = pairs ? std::floor(first) : std::round(first);
        const auto begin = static_cast<std::int64_t>(whole);
        const std::int64_t kept = std::clamp<std::int64_t>(begin, 0, cells - size - 1);
        axis.m_bells.spans.push_back({kept, kept + size});
        if (pairs) {
            axis.m_bells.spans.push_back({kept + 1, kept + 1 + size});
            axis.m_below.push_back(static_cast<float>(first - whole));
        }
        if (kept != begin) {
            const auto row = std::clamp<std::int64_t>(static_cast<std::int64_t>(from), 0, cells - 1);
            const auto end = std::min(cells, static_cast<std::int64_t>(std::ceil(from + perPixel)));
            axis.m_edges.push_back(static_cast<std::size_t>(i));
            axis.m_whole.push_back({row, std::max(row + 1, end)});
        }
    }
    return axis;
}

std::optional<Matrix> BellAxis::rows(const MeansOfBlocks& means, std::span<const Span> cols) const
{
    const auto width = static_cast<std::int64_t>(cols.size());
    Matrix rows(Shape{std::ssize(m_bells.spans), width});
    if (!means.bellMeans(m_bells, cols, rows.view()))
        return std::nullopt;
    if (!m_below.empty())
        rows = mixed(rows);
    if (m_edges.empty())
        return rows;
    Matrix edges(Shape{std::ssize(m_edges), width});
    means.blockMeans(m_whole, cols, edges.view());
    for (std::size_t k = 0; k < m_edges.size(); ++k)
        std::copy_n(edges.view().row(static_cast<std::int64_t>(k)), width,
                    rows.view().row(static_cast<std::int64_t>(m_edges[k])));
    return rows;
}

Matrix BellAxis::mixed(const Matrix& bells) const
{
    Matrix rows(Shape{std::ssize(m_below), bells.cols()});
    parallelFor(0, rows.rows(), kRowsAtOnce, [&](Span some) {
        for (std::int64_t y = some.begin; y < some.end; ++y) {
            const float weight = m_below[static_cast<std::size_t>(y)];
            const float* const above = bells.view().row(2 * y);
            const float* const below = bells.view().row(2 * y + 1);
            std::transform(above, above + bells.cols(), below, rows.view().row(y),
                           [weight](float a, float b) { return a + weight * (b - a); });
        }
    });
    return rows;
}

} // namespace phasor
