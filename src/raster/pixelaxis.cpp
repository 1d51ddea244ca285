// SPDX-License-Identifier: GPL-3.0-or-later
#include "raster/rasterize.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {
// With more cells a pixel, the cell that two pixels share is given to one of them: it weighs at most 3 %.
constexpr double kManyCells = 32;
} // namespace

PixelAxis::PixelAxis(Interval visible, std::int64_t cells, int pixels, Borders borders)
    : m_cellsPerPixel((visible.high - visible.low) / pixels)
{
    const auto count = static_cast<std::size_t>(pixels);
    m_first.reserve(count);
    m_firstWeight.reserve(count + 1);
    if (m_cellsPerPixel > kManyCells)
        borders = Borders::WholeCells;
    for (int i = 0; i < pixels; ++i) {
        const double to = i == pixels - 1 ? visible.high : visible.low + (i + 1) * m_cellsPerPixel;
        addPixel(visible.low + i * m_cellsPerPixel, to, cells, borders);
    }
    m_firstWeight.push_back(m_weights.size());
    m_single = oneRunEach() && std::all_of(m_runs.begin(), m_runs.end(), [](Span run) { return run.size() == 1; });
}

void PixelAxis::addRun(Span run, double weight)
{
    if (m_runs.empty() || m_runs.back() != run)
        m_runs.push_back(run);
    if (m_firstWeight.back() == m_weights.size())
        m_first.push_back(m_runs.size() - 1);
    m_weights.push_back(static_cast<float>(weight));
}

void PixelAxis::addPixel(double from, double to, std::int64_t cells, Borders borders)
{
    const auto cellAt = [&](double place) {
        return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(place)), 0, cells - 1);
    };
    m_firstWeight.push_back(m_weights.size());
    if (m_cellsPerPixel <= 1) {
        const std::int64_t cell = cellAt((from + to) / 2);
        addRun({cell, cell + 1}, 1);
        return;
    }
    const std::int64_t first = cellAt(from);
    const std::int64_t last = cellAt(std::nextafter(to, from)); // its last cell
    if (borders == Borders::WholeCells) {
        // A cell that the end of the pixel cuts is the next pixel's; the last pixel keeps it.
        const bool ends = to >= static_cast<double>(last + 1) || m_first.size() + 1 == m_first.capacity();
        addRun({first, std::max(first + 1, ends ? last + 1 : last)}, 1);
        return;
    }
    // A border that is within rounding of a border of cells counts as that: the two pixels share no cell.
    const double width = to - from;
    const auto snapped = [&](double border) {
        constexpr double kInvisible = 1e-7; // of a pixel
        const double whole = std::round(border);
        return std::fabs(border - whole) < kInvisible * width ? whole : border;
    };
    const double begin = snapped(from);
    const double end = snapped(to);
    const auto firstWhole = std::min(static_cast<std::int64_t>(std::ceil(begin)), cells);
    const auto lastWhole = std::min(static_cast<std::int64_t>(std::floor(end)), cells); // its end
    if (firstWhole > lastWhole) {
        addRun({first, first + 1}, 1);
        return;
    }
    if (begin < static_cast<double>(firstWhole))
        addRun({firstWhole - 1, firstWhole}, (static_cast<double>(firstWhole) - begin) / width);
    if (firstWhole < lastWhole)
        addRun({firstWhole, lastWhole}, static_cast<double>(lastWhole - firstWhole) / width);
    if (end > static_cast<double>(lastWhole) && lastWhole < cells)
        addRun({lastWhole, lastWhole + 1}, (end - static_cast<double>(lastWhole)) / width);
}

} // namespace phasor
