// SPDX-License-Identifier: GPL-3.0-or-later
#include "raster/combination.h"

#include "field/parallel.h"
#include "kernels/pixels.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace phasor {

constexpr double kLeastCells = 3.5; // per pixel
// Cells per pixel from which one bell per pixel is enough: the nearest is less than 0.01 pixels away.
constexpr double kNearestIsEnough = 64;
constexpr std::int64_t kRowsAtOnce = 64;

// Box widths with the variance of the spline. A box of n cells has the variance (n² − 1) / 12; mixing two neighboring
// bells adds 1/6 on average.
static std::array<std::int64_t, 3> boxesOf(double cellsPerPixel)
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

// Cells per pixel from which a cell on a border belongs to one pixel only: its weight is at most 3 %.
constexpr double kManyCells = 32;

// Cells of a part of a smooth pixel: 1 below 25 cells per pixel, else about an eighth of a pixel. A part is a plain
// mean, and passes what plain means pass: at most .03 of a wave of 1.1 cycles a pixel or more.
static std::int64_t cellsOfPart(double cellsPerPixel)
{
    constexpr double kLeast = 25;
    return cellsPerPixel < kLeast ? 1 : static_cast<std::int64_t>(std::numbers::pi / std::asin(kLeast / cellsPerPixel));
}

constexpr double kGrowth = 0.25; // from 1 to 1.25 cells per pixel the bell grows to its full width

static double middle(Span run)
{
    return 0.5 * static_cast<double>(run.begin + run.end);
}

static std::int64_t cellAt(double place, std::int64_t cells)
{
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(place)), 0, cells - 1);
}

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
        const double first = from + (perPixel - static_cast<double>(size)) / 2; // begin of a bell centered on the pixel
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
    if (!m_below.empty()) {
        Matrix mixed(Shape{std::ssize(m_below), width});
        parallelFor(0, mixed.rows(), kRowsAtOnce, [&](Span some) {
            for (std::int64_t y = some.begin; y < some.end; ++y) {
                const float* const above = rows.view().row(2 * y);
                const float* const below = rows.view().row(2 * y + 1);
                std::transform(
                    above, above + width, below, mixed.view().row(y),
                    [weight = m_below[static_cast<std::size_t>(y)]](float a, float b) { return a + weight * (b - a); });
            }
        });
        rows = std::move(mixed);
    }
    if (m_edges.empty())
        return rows;
    Matrix edges(Shape{std::ssize(m_edges), width});
    means.blockMeans(m_whole, cols, edges.view());
    for (std::size_t k = 0; k < m_edges.size(); ++k)
        std::copy_n(edges.view().row(static_cast<std::int64_t>(k)), width,
                    rows.view().row(static_cast<std::int64_t>(m_edges[k])));
    return rows;
}

// A box convolved with two equal narrower ones, up to a factor; all in cells. Equal boxes: the quadratic B-spline.
struct PixelAxis::Bell
{
    double box = 0;
    double edge = 0; // width of the other two

    explicit Bell(double cellsPerPixel)
    {
        constexpr double kWidest = 1.38; // pixels; wider, a wave of a quarter cycle a pixel would lose too much
        const double wide = std::clamp(2 / cellsPerPixel, kBox, kWidest);
        box = wide * cellsPerPixel;
        edge = std::sqrt((3 * kBox * kBox - wide * wide) / 2) * cellsPerPixel; // the spline's variance
    }

    double reach() const { return box / 2 + edge; }
    double at(double distance) const { return ramp((distance + box / 2) / edge) - ramp((distance - box / 2) / edge); }

private:
    static double ramp(double u)
    {
        const double inside = std::clamp(u, -1.0, 1.0);
        return inside - 0.5 * inside * std::fabs(inside);
    }
};

PixelAxis::PixelAxis(Interval visible, std::int64_t cells, int pixels, Filter filter)
    : m_cellsPerPixel((visible.high - visible.low) / pixels)
{
    const auto count = static_cast<std::size_t>(pixels);
    m_first.reserve(count);
    m_firstWeight.reserve(count + 1);
    if (m_cellsPerPixel > kManyCells && filter == Filter::Weighed)
        filter = Filter::WholeCells;
    if (filter == Filter::Smooth && m_cellsPerPixel > 1) {
        addBells(visible, cells, pixels);
    } else {
        for (int i = 0; i < pixels; ++i) {
            const double to = i == pixels - 1 ? visible.high : visible.low + (i + 1) * m_cellsPerPixel;
            addPixel(visible.low + i * m_cellsPerPixel, to, cells, filter);
        }
    }
    m_firstWeight.push_back(m_weights.size());
    m_single = oneRunEach() && std::all_of(m_runs.begin(), m_runs.end(), [](Span run) { return run.size() == 1; });
}

std::span<const Span> PixelAxis::runsOf(Span pixels) const
{
    const std::size_t first = firstRun(static_cast<int>(pixels.begin));
    const auto last = static_cast<int>(pixels.end) - 1;
    return {m_runs.data() + first, firstRun(last) + weights(last).size() - first};
}

ColumnFolds PixelAxis::folds(Span pixels) const
{
    return {m_first.data() + pixels.begin, m_firstWeight.data() + pixels.begin, m_weights.data(), pixels.size()};
}

void PixelAxis::addRun(Span run, double weight)
{
    if (m_runs.empty() || m_runs.back() != run)
        m_runs.push_back(run);
    if (m_firstWeight.back() == m_weights.size())
        m_first.push_back(m_runs.size() - 1);
    m_weights.push_back(static_cast<float>(weight));
}

void PixelAxis::addPixel(double from, double to, std::int64_t cells, Filter filter)
{
    m_firstWeight.push_back(m_weights.size());
    if (m_cellsPerPixel <= 1 || filter == Filter::Nearest) {
        const std::int64_t cell = cellAt((from + to) / 2, cells);
        addRun({cell, cell + 1}, 1);
        return;
    }
    if (filter == Filter::Weighed)
        return addWeighed(from, to, cells);
    // A cell on the pixel's end belongs to the next pixel; the last pixel keeps it.
    const std::int64_t first = cellAt(from, cells);
    const std::int64_t last = cellAt(std::nextafter(to, from), cells);
    const bool ends = to >= static_cast<double>(last + 1) || m_first.size() + 1 == m_first.capacity();
    addRun({first, std::max(first + 1, ends ? last + 1 : last)}, 1);
}

void PixelAxis::addWeighed(double from, double to, std::int64_t cells)
{
    // A border within rounding of a border of cells is moved there: the two pixels share no cell.
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
        const std::int64_t cell = cellAt(from, cells);
        addRun({cell, cell + 1}, 1);
        return;
    }
    if (begin < static_cast<double>(firstWhole))
        addRun({firstWhole - 1, firstWhole}, (static_cast<double>(firstWhole) - begin) / width);
    if (firstWhole < lastWhole)
        addRun({firstWhole, lastWhole}, static_cast<double>(lastWhole - firstWhole) / width);
    if (end > static_cast<double>(lastWhole) && lastWhole < cells)
        addRun({lastWhole, lastWhole + 1}, (end - static_cast<double>(lastWhole)) / width);
}

// Runs that several pixels share: single cells or parts of a pixel.
void PixelAxis::addBells(Interval visible, std::int64_t cells, int pixels)
{
    const Bell bell(m_cellsPerPixel);
    const double half = m_cellsPerPixel / 2;
    const std::int64_t first = cellAt(visible.low + half - std::max(bell.reach(), half), cells);
    const std::int64_t end = cellAt(visible.high - half + std::max(bell.reach(), half), cells) + 1;
    const std::int64_t part = cellsOfPart(m_cellsPerPixel);
    for (std::int64_t begin = first; begin < end; begin += part)
        m_runs.push_back({begin, std::min(begin + part, end)});
    for (int i = 0; i < pixels; ++i) {
        m_firstWeight.push_back(m_weights.size());
        addBell(visible.low + (i + 0.5) * m_cellsPerPixel, cells, bell);
    }
}

void PixelAxis::addBell(double center, std::int64_t cells, const Bell& bell)
{
    const double share = std::clamp((m_cellsPerPixel - 1) / kGrowth, 0.0, 1.0); // 1 - share: the nearest cell
    const std::int64_t nearest = cellAt(center, cells);
    const auto from = std::partition_point(m_runs.begin(), m_runs.end(), [&](Span run) {
        return run.end <= nearest && middle(run) <= center - bell.reach();
    });
    m_first.push_back(static_cast<std::size_t>(from - m_runs.begin()));
    const std::size_t firstWeight = m_weights.size();
    double sum = 0;
    for (auto run = from; run != m_runs.end() && (run->begin <= nearest || middle(*run) < center + bell.reach());
         ++run) {
        const double weight = static_cast<double>(run->size()) * bell.at(middle(*run) - center);
        m_weights.push_back(static_cast<float>(weight));
        sum += weight;
    }
    for (std::size_t k = firstWeight; k < m_weights.size(); ++k) {
        const Span run = m_runs[m_first.back() + k - firstWeight];
        const double own = run.begin <= nearest && nearest < run.end ? 1 - share : 0;
        m_weights[k] = static_cast<float>(share * static_cast<double>(m_weights[k]) / sum + own);
    }
}

} // namespace phasor
