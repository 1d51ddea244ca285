// SPDX-License-Identifier: GPL-3.0-or-later
// The axes that Gestures links: their tables, visible cells, cursor and selection.
#include "plots/canvas/gestures_p.h"

#include "plots/canvas/labels/tickers_p.h"

#include <algorithm>
#include <cmath>

namespace phasor {

void Gestures::show(QCPAxis& axis, const Axis& table, Pairs pairs)
{
    const auto found = std::ranges::find(m_links, &axis, &Link::axis);
    Link& link = found != m_links.end() ? *found : m_links.emplace_back();
    link = {&axis, table, std::move(pairs)};
}

const Gestures::Link* Gestures::first(const std::function<bool(const Link&)>& matches) const
{
    const auto found
        = std::ranges::find_if(m_links, [&](const Link& link) { return link.table.count > 0 && matches(link); });
    return found != m_links.end() ? &*found : nullptr;
}

const Axis* Gestures::tableOf(AxisKind kind) const
{
    const Link* link = first([kind](const Link& any) { return any.table.kind == kind; });
    return link != nullptr ? &link->table : nullptr;
}

std::optional<AxisKind> Gestures::along(Qt::Orientation orientation) const
{
    const Link* link = first([=](const Link& any) { return any.axis->orientation() == orientation; });
    return link != nullptr ? std::optional(link->table.kind) : std::nullopt;
}

Interval Gestures::visible(const Zoom& zoom, const Link& link) const
{
    const std::optional<Interval>& wanted = zoom[link.table.kind];
    return link.table.visible(wanted ? wanted : m_unzoomed[link.table.kind]);
}

// Indices, moved into the axis, as a zoom; nullopt (no zoom) for all cells, if the plot shows all of them unzoomed.
std::optional<Interval> Gestures::asZoom(Interval indices, const Link& link) const
{
    indices = link.table.visible(link.table.inCoordinates(indices));
    const bool all = indices.low <= 0 && indices.high >= link.count();
    if (all && !m_unzoomed[link.table.kind])
        return std::nullopt;
    return link.table.inCoordinates(indices);
}

void Gestures::showZoom(const Zoom& zoom)
{
    for (const Link& link : m_links) {
        if (link.table.count <= 0)
            continue;
        const Interval shown = link.table.inCoordinates(visible(zoom, link));
        link.axis->setRange(shown.low, shown.high);
    }
}

// Links that a pixel zooms: inside the axis rect both axes; next to it only the axis on that side.
bool Gestures::touches(const Link& link, const QPoint& pixel) const
{
    QCPAxisRect* rect = m_canvas.axisRectAt(pixel);
    if (rect != link.axis->axisRect() || link.table.count <= 0)
        return false;
    const bool inWidth = pixel.x() >= rect->left() && pixel.x() <= rect->right();
    const bool inHeight = pixel.y() >= rect->top() && pixel.y() <= rect->bottom();
    return link.axis->orientation() == Qt::Horizontal ? inWidth : inHeight;
}

std::optional<Cursor> Gestures::cursorAt(const QPoint& pixel, Cursor before) const
{
    bool found = false;
    for (const Link& link : m_links) {
        if (!link.pairs.empty() && link.axis->axisRect()->rect().contains(pixel)) {
            const double last = static_cast<double>(link.pairs.size()) - 1;
            const double at = std::clamp(std::round(coordinateAt(*link.axis, pixel)), 0.0, last);
            const std::vector<std::int64_t>& pair = link.pairs[static_cast<std::size_t>(at)];
            if (pair.empty())
                return std::nullopt;
            before[AxisKind::Key].reset();
            before[AxisKind::Dimension] = pair.front();
            return before;
        }
        if (!touches(link, pixel))
            continue;
        const double index = std::clamp(std::floor(indexAt(link, pixel)), 0.0, link.count() - 1);
        before[link.table.kind] = link.table.coordinate(static_cast<std::int64_t>(index));
        found = true;
    }
    // Key and id are cleared in a plot without such an axis; the dimension stays while only positions change.
    for (const AxisKind kind : {AxisKind::Key, AxisKind::Id}) {
        if (tableOf(kind) == nullptr)
            before[kind].reset();
    }
    // A plot of positions alone reads dimension 0 until the user points at another one.
    const bool others = first([](const Link& link) { return link.table.kind != AxisKind::Position; }) != nullptr;
    if (!others && tableOf(AxisKind::Position) != nullptr && !before[AxisKind::Dimension])
        before[AxisKind::Dimension] = 0;
    return found ? std::optional(before) : std::nullopt;
}

std::vector<double> Gestures::centersOn(const QCPAxis& axis, const Cursor& cursor) const
{
    std::vector<double> centers;
    const auto link = std::ranges::find(m_links, &axis, &Link::axis);
    if (link == m_links.end())
        return centers;
    const std::optional<std::int64_t>& dimension = cursor[AxisKind::Dimension];
    for (std::size_t pair = 0; dimension && pair < link->pairs.size(); ++pair) {
        if (std::ranges::count(link->pairs[pair], *dimension) > 0)
            centers.push_back(static_cast<double>(pair));
    }
    if (!cursor[link->table.kind])
        return centers;
    const Axis& table = link->table;
    const std::int64_t step = table.period > 0 ? table.period : table.count;
    const std::int64_t first = table.index(*cursor[table.kind]).value_or(table.count);
    for (std::int64_t index = first; index < table.count; index += step)
        centers.push_back(static_cast<double>(table.first + index) + kMiddle);
    return centers;
}

std::vector<SelectionMark::Part> Gestures::selectedParts(const Zoom& selection) const
{
    std::vector<SelectionMark::Part> parts;
    const auto isSelected = [&](std::int64_t dimension) {
        const Interval& range = *selection[AxisKind::Dimension];
        return static_cast<double>(dimension) >= range.low && static_cast<double>(dimension) < range.high;
    };
    for (const Link& link : m_links) {
        SelectionMark::Part part{.axis = link.axis, .ranges = {}};
        for (std::size_t pair = 0; selection[AxisKind::Dimension] && pair < link.pairs.size(); ++pair) {
            const double left = static_cast<double>(pair) - 0.5;
            if (!std::ranges::any_of(link.pairs[pair], isSelected))
                continue;
            if (part.ranges.empty() || part.ranges.back().high < left)
                part.ranges.push_back({left, left});
            part.ranges.back().high = left + 1;
        }
        if (!part.ranges.empty())
            parts.push_back(part);
        const bool positions = link.table.kind == AxisKind::Position || link.table.kind == AxisKind::Key;
        const AxisKind kind = positions ? AxisKind::Position : link.table.kind;
        if (kind == AxisKind::Id || !selection[kind] || link.table.count <= 0)
            continue;
        const std::int64_t step = link.table.period > 0 ? link.table.period : link.table.count;
        for (std::int64_t begin = 0; begin < link.table.count; begin += step)
            part.ranges.push_back({selection[kind]->low + static_cast<double>(begin),
                                   selection[kind]->high + static_cast<double>(begin)});
        parts.push_back(std::move(part));
    }
    return parts;
}

std::vector<DeadMarks::Place> Gestures::dimensionAxes() const
{
    std::vector<DeadMarks::Place> places;
    for (const Qt::Orientation orientation : {Qt::Horizontal, Qt::Vertical}) {
        const Link* link = first([=](const Link& any) {
            return any.axis->orientation() == orientation && any.table.kind == AxisKind::Dimension;
        });
        if (link != nullptr)
            places.push_back({link->axis, link->table});
    }
    return places;
}

} // namespace phasor
