// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/drawings.h"

#include <algorithm>
#include <cmath>

namespace phasor {

// Smallest and largest finite value, above 0 if `positive`; nullopt: none.
static std::optional<Interval> extentOf(std::vector<double> values, bool positive)
{
    std::erase_if(values, [positive](double value) { return !std::isfinite(value) || (positive && !(value > 0)); });
    if (values.empty())
        return std::nullopt;
    const auto [low, high] = std::ranges::minmax(values);
    return Interval{low, high};
}

static Interval loose(Interval range)
{
    const double size = range.high - range.low;
    const double room = size > 0 ? 0.05 * size : std::max(1e-9, 0.1 * std::abs(range.high));
    return {range.low - room, range.high + room};
}

// A − B at every x that both have.
static DrawnLine lessOf(const DrawnLine& a, const DrawnLine& b)
{
    DrawnLine less = a;
    less.name = words::differenceName() + QStringLiteral(": ") + a.name;
    less.x.clear();
    less.y.clear();
    for (const auto& [i, j] : commonRows(a.x, b.x)) {
        less.x.push_back(a.x[i]);
        less.y.push_back(a.y[i] - b.y[j]);
    }
    return less;
}

Interval rangeOf(const Panel& panel, Fit fit, Interval otherwise, double depth)
{
    std::vector<double> values;
    for (const DrawnLine& line : panel.lines)
        values.insert(values.end(), line.y.begin(), line.y.end());
    for (const DrawnLevel& level : panel.levels) {
        if (level.upright == panel.xDown) // it is on the value axis
            values.push_back(level.at);
    }
    const std::optional<Interval> found = extentOf(std::move(values), fit == Fit::Decades);
    if (!found || (fit != Fit::Decades && found->low == 0 && found->high == 0))
        return otherwise;
    if (fit == Fit::Decades)
        return {std::max(found->low, found->high * depth) / 2, found->high * 2};
    if (fit == Fit::Loose)
        return loose(*found);
    const Interval range = loose({std::min(0.0, found->low), found->high});
    return {found->low < 0 ? range.low : 0, range.high};
}

Interval rangeAcross(const Panel& panel, Interval otherwise)
{
    const bool log = panel.across.scale == DrawnAxis::Scale::Logarithmic;
    std::vector<double> places;
    for (const DrawnLine& line : panel.lines)
        places.insert(places.end(), line.x.begin(), line.x.end());
    constexpr double kRoom = 1.3;
    const std::optional<Interval> found = extentOf(std::move(places), log);
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
    if (picture->cutOff)
        panel.map->barLabel
            = PlotWords::tr("%1, cut off", "a symbol; the colors end far before the values").arg(panel.map->barLabel);
    const bool positions = columns == words::axisTitle(AxisKind::Position); // also of pairs of rows
    if (const QString pixel = words::pixelText(*picture, positions ? AxisKind::Position : picture->columns.kind);
        !pixel.isEmpty()) {
        const QString brief = words::shortPixelText(*picture);
        const QString both = QStringLiteral("%1   (%2)");
        panel.across.labels = {both.arg(columns, pixel), both.arg(columns, brief), columns};
        panel.across.otherwise = pixel;
    }
    return panel;
}

void addBand(Panel& panel, const DrawnLine& line, std::vector<double> low, std::vector<double> high,
             const QString& name)
{
    const bool isSeen = std::ranges::any_of(low, [](double value) { return std::isfinite(value); });
    DrawnLine edge = line;
    edge.name.clear();
    edge.stroke = Stroke::None;
    edge.y = std::move(low);
    panel.lines.push_back(edge);
    edge.y = std::move(high);
    edge.filled = true;
    panel.lines.push_back(std::move(edge));
    panel.lines.push_back(line);
    if (panel.bands.empty() && isSeen)
        panel.bands.push_back({.range = {0, 0}, .name = name}); // in the key only
}

Panel differenceOf(const Panel& panel)
{
    constexpr double kHeight = 0.45; // relative to the panel above
    Panel less{.place = panel.place, .id = panel.id, .xDown = panel.xDown, .key = false, .strip = true};
    if (panel.xDown) { // next to the panel
        ++less.place.column;
        less.place.width *= kHeight;
        less.folds = true;
    } else {
        less.place.height *= kHeight;
        less.ends = panel.ends; // the same room, so that x is below x
    }
    DrawnAxis& along = panel.xDown ? less.up : less.across;
    along = panel.xDown ? panel.up : panel.across;
    along.dropLabels();
    DrawnAxis& values = panel.xDown ? less.across : less.up;
    values.labels = {words::differenceName()};
    auto b = panel.lines.begin();
    for (const DrawnLine& line : panel.lines) {
        if (line.side != Side::A || !line.compared)
            continue;
        b = std::find_if(b, panel.lines.end(),
                         [](const DrawnLine& other) { return other.side == Side::B && other.compared; });
        if (b == panel.lines.end())
            break;
        less.lines.push_back(lessOf(line, *b++));
    }
    less.lines.push_back({.y = {0}}); // 0 is in the range, with a margin
    values.range = rangeOf(less, Fit::Loose, {-1, 1});
    less.lines.pop_back();
    return less;
}

Drawing completed(Drawing drawing, bool comparing)
{
    const std::size_t own = drawing.panels.size();
    for (std::size_t i = 0; i < own && comparing; ++i) {
        if (!drawing.panels[i].difference)
            continue;
        Panel less = differenceOf(drawing.panels[i]);
        less.blank = less.lines.empty() && !drawing.panels[i].lines.empty(); // B has none of them
        drawing.panels.push_back(std::move(less));
    }
    for (Panel& panel : drawing.panels) {
        std::erase_if(panel.levels, [all = panel.levels](const DrawnLevel& level) {
            return level.side == Side::B && std::ranges::any_of(all, [&](const DrawnLevel& other) {
                       return other.side == Side::A && other.upright == level.upright && other.at == level.at;
                   });
        });
        if (std::ranges::count(panel.lines, Side::B, &DrawnLine::side) == 0)
            continue;
        for (DrawnLine& line : panel.lines) {
            line.quantity = line.name;
            if (!line.name.isEmpty() && !line.x.empty() && line.ink.role != Ink::Role::Series)
                line.name = words::ofSide(line.side, line.name);
        }
        for (DrawnLevel& level : panel.levels) {
            if (!level.name.isEmpty() && std::ranges::count(panel.levels, Side::B, &DrawnLevel::side) > 0)
                level.name = words::ofSide(level.side, level.name);
        }
    }
    return drawing;
}

Drawing withheld(Drawing drawing)
{
    drawing.finding.clear();
    drawing.detail.clear();
    for (Panel& panel : drawing.panels) {
        if (panel.text)
            panel.text = QStringList();
        DrawnAxis& values = panel.xDown ? panel.across : panel.up;
        values.tickLabels = values.tickLabels && values.scale == DrawnAxis::Scale::Table;
        if (panel.right) {
            panel.right->tickLabels = false;
            panel.right->names.clear();
        }
        panel.lines.clear(); // a curve's height next to others is a number, too
        std::erase_if(panel.levels, [](const DrawnLevel& level) { return !level.upright; });
    }
    if (!drawing.panels.front().map)
        drawing.hint = PlotWords::tr("Guess first");
    return drawing;
}

static std::size_t nearestOf(const std::vector<double>& values, double x)
{
    const auto distance = [x](double value) {
        return std::abs(value - x);
    };
    return static_cast<std::size_t>(std::ranges::min_element(values, {}, distance) - values.begin());
}

// Name of the panel's line in the read-out; empty: it is not read.
static QString readName(const Drawing& drawing, const Panel& panel, const DrawnLine& line)
{
    if (!line.name.isEmpty() || (line.stroke == Stroke::None && line.mark == Marker::None))
        return line.name;
    for (const Panel& other : drawing.panels) {
        const auto same = [&](const DrawnLine& named) {
            return !named.name.isEmpty() && named.ink == line.ink && named.side == line.side
                && named.stroke == line.stroke;
        };
        const auto named = std::ranges::find_if(other.lines, same);
        if (named != other.lines.end())
            return &other == &panel ? QString() : named->name;
    }
    const bool alone = std::ranges::all_of(panel.lines, &QString::isEmpty, &DrawnLine::name);
    const QStringList& labels = (panel.xDown ? panel.across : panel.up).labels;
    return !alone ? QString() : labels.isEmpty() ? panel.title : labels.last();
}

std::optional<double> nearestX(const Panel& panel, double x)
{
    std::optional<double> nearest;
    for (const DrawnLine& line : panel.lines) {
        if (line.x.empty())
            continue;
        const double here = line.x[nearestOf(line.x, x)];
        if (!nearest || std::abs(here - x) < std::abs(*nearest - x))
            nearest = here;
    }
    return nearest;
}

QStringList readOutAt(const Drawing& drawing, std::size_t panel, double x)
{
    QStringList parts;
    const Panel& of = drawing.panels[panel];
    const double nearest = nearestX(of, x).value_or(x);
    const bool each = !of.across.pairs.empty() // lines of some pairs, of every second dimension: each has its own value
        || (of.across.scale == DrawnAxis::Scale::Table && of.across.table.kind == AxisKind::Dimension);
    for (const DrawnLine& line : of.lines) {
        const QString name = line.x.empty() ? QString() : readName(drawing, of, line);
        if (name.trimmed().isEmpty())
            continue;
        const std::size_t at = nearestOf(line.x, x);
        const bool through = line.stroke != Stroke::None && line.x.front() < nearest && nearest < line.x.back();
        // Two points at one x are the smallest and the largest value of many.
        const std::size_t last = at + 1 < line.x.size() && line.x[at + 1] == line.x[at] ? at + 1 : at;
        if (line.x[at] == nearest || (through && !each))
            parts << name + QStringLiteral("  ")
                    + words::fromTo(words::orUndefined(line.y[at]), words::orUndefined(line.y[last]),
                                    PlotWords::tr("%1 to %2"));
    }
    return parts;
}

} // namespace phasor
