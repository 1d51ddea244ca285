// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/drawing.h"

#include "words/compare.h"
#include "words/numbers.h"
#include "words/pictures.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

namespace {

// Least and greatest of what is finite, and above 0 where `positive`; nothing: there is none.
class Extent
{
public:
    explicit Extent(bool positive)
        : m_positive(positive)
    {
    }
    void add(double value)
    {
        if (!std::isfinite(value) || (m_positive && !(value > 0)))
            return;
        m_low = std::min(m_low, value);
        m_high = std::max(m_high, value);
    }
    std::optional<Interval> found() const
    {
        return m_low <= m_high ? std::optional(Interval{m_low, m_high}) : std::nullopt;
    }

private:
    bool m_positive;
    double m_low = std::numeric_limits<double>::infinity();
    double m_high = -std::numeric_limits<double>::infinity();
};

Interval loose(Interval range)
{
    const double size = range.high - range.low;
    const double room = size > 0 ? 0.05 * size : std::max(1e-9, 0.1 * std::abs(range.high));
    return {range.low - room, range.high + room};
}

} // namespace

Interval rangeOf(const Panel& panel, Fit fit, Interval otherwise, double depth)
{
    Extent extent(fit == Fit::Decades);
    for (const DrawnLine& line : panel.lines) {
        for (const double y : line.y)
            extent.add(y);
    }
    for (const DrawnLevel& level : panel.levels) {
        if (level.upright == panel.xDown) // on the axis of the values
            extent.add(level.at);
    }
    const std::optional<Interval> found = extent.found();
    if (!found)
        return otherwise;
    if (fit == Fit::Decades)
        return {std::max(found->low, found->high * depth) / 2, found->high * 2};
    const Interval range = loose(*found);
    return {fit == Fit::FromZero ? std::min(0.0, range.low) : range.low, range.high};
}

Interval rangeAcross(const Panel& panel, Interval otherwise)
{
    const bool log = panel.across.scale == DrawnAxis::Scale::Logarithmic;
    Extent extent(log);
    for (const DrawnLine& line : panel.lines) {
        for (const double x : line.x)
            extent.add(x);
    }
    constexpr double kRoom = 1.3;
    const std::optional<Interval> found = extent.found();
    if (!found)
        return otherwise;
    return log ? Interval{found->low / kRoom, found->high * kRoom} : loose(*found);
}

DrawnAxis tableAxis(const Axis& table, const QString& label)
{
    return {.scale = DrawnAxis::Scale::Table,
            .labels = {label.isEmpty() ? words::axisTitle(table.kind) : label},
            .labelOfNames = label.isEmpty() ? words::axisTitle(table.kind, true) : QString(),
            .table = table,
            .grid = false};
}

Panel mapPanel(const std::shared_ptr<const Picture>& picture, const QString& columns)
{
    Panel panel{.map = DrawnMap{.picture = picture}};
    panel.across = tableAxis(picture ? picture->columns : Axis{.kind = AxisKind::Dimension}, columns);
    panel.up = tableAxis(picture ? picture->rows : Axis{});
    panel.up.reversed = true;
    if (!picture)
        return panel;
    panel.map->barLabel = words::valueLabel(*picture);
    if (const QString pixel = words::pixelText(*picture); !pixel.isEmpty()) {
        const QString brief = words::shortPixelText(*picture);
        panel.across.labels = {words::titleWith(columns, pixel), words::titleWith(columns, brief), brief, columns};
        panel.across.otherwise = pixel;
    }
    return panel;
}

DrawnLine whiskers(const std::vector<double>& x, const std::vector<double>& low, const std::vector<double>& high)
{
    DrawnLine line{.weight = Weight::Hair, .compared = false};
    for (std::size_t i = 0; i < x.size(); ++i) {
        for (const double y : {low[i], high[i], std::numeric_limits<double>::quiet_NaN()}) {
            line.x.push_back(x[i]);
            line.y.push_back(y);
        }
    }
    return line;
}

namespace {

// At the x that both have; both are in the order of x.
DrawnLine lessOf(const DrawnLine& a, const DrawnLine& b)
{
    DrawnLine less = a;
    less.name = words::differenceName() + QStringLiteral(": ") + a.name;
    less.x.clear();
    less.y.clear();
    for (std::size_t i = 0, j = 0; i < a.x.size() && j < b.x.size();) {
        if (a.x[i] < b.x[j]) {
            ++i;
        } else if (b.x[j] < a.x[i]) {
            ++j;
        } else {
            less.x.push_back(a.x[i]);
            less.y.push_back(a.y[i++] - b.y[j++]);
        }
    }
    return less;
}

} // namespace

Panel differenceOf(const Panel& panel)
{
    constexpr double kHeight = 0.45; // of the panel above
    Panel less{.place = panel.place, .xDown = panel.xDown, .key = false, .strip = true};
    less.place.height *= kHeight;
    DrawnAxis& along = panel.xDown ? less.up : less.across;
    along = panel.xDown ? panel.up : panel.across;
    along.tickLabels = false;
    along.labels = {};
    DrawnAxis& values = panel.xDown ? less.across : less.up;
    values.labels = {words::differenceName()};
    std::vector<const DrawnLine*> ofB;
    for (const DrawnLine& line : panel.lines) {
        if (line.side == Side::B && line.compared)
            ofB.push_back(&line);
    }
    std::size_t next = 0;
    for (const DrawnLine& line : panel.lines) {
        if (line.side == Side::A && line.compared && next < ofB.size())
            less.lines.push_back(lessOf(line, *ofB[next++]));
    }
    const bool same = std::all_of(less.lines.begin(), less.lines.end(), [](const DrawnLine& line) {
        return std::all_of(line.y.begin(), line.y.end(), [](double y) { return y == 0 || !std::isfinite(y); });
    });
    const Interval range = same ? Interval{-1, 1} : rangeOf(less, Fit::Loose, {-1, 1});
    values.range = {std::min(0.0, range.low), std::max(0.0, range.high)};
    return less;
}

Drawing completed(Drawing drawing, bool comparing)
{
    const std::size_t own = drawing.panels.size();
    for (std::size_t i = 0; i < own && comparing; ++i) {
        if (drawing.panels[i].difference)
            drawing.panels.push_back(differenceOf(drawing.panels[i]));
    }
    for (Panel& panel : drawing.panels) {
        std::erase_if(panel.levels, [all = panel.levels](const DrawnLevel& level) {
            return level.side == Side::B && std::any_of(all.begin(), all.end(), [&](const DrawnLevel& other) {
                       return other.side == Side::A && other.upright == level.upright && other.at == level.at;
                   });
        });
        if (std::none_of(panel.lines.begin(), panel.lines.end(),
                         [](const DrawnLine& line) { return line.side == Side::B; }))
            continue;
        for (DrawnLine& line : panel.lines) {
            if (!line.name.isEmpty() && !line.x.empty() && line.ink.role != Ink::Role::Series)
                line.name = words::ofSide(line.side, line.name);
        }
        for (DrawnLevel& level : panel.levels) {
            if (!level.name.isEmpty())
                level.name = words::ofSide(level.side, level.name);
        }
    }
    return drawing;
}

QStringList readOutAt(const Panel& panel, double x)
{
    QStringList parts;
    for (const DrawnLine& line : panel.lines) {
        if (line.name.isEmpty() || line.x.empty())
            continue;
        auto at = std::lower_bound(line.x.begin(), line.x.end(), x);
        if (at == line.x.end() || (at != line.x.begin() && x - *(at - 1) < *at - x))
            --at;
        parts << line.name + QStringLiteral("  ")
                + words::orUndefined(line.y[static_cast<std::size_t>(at - line.x.begin())]);
    }
    return parts;
}

} // namespace phasor
