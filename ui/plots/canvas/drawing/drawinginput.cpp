// SPDX-License-Identifier: GPL-3.0-or-later
// Pointer and selection of a DrawingPlot: what is under a pixel, what is read out there.
#include "plots/canvas/drawing/drawingplot_p.h"

#include <algorithm>
#include <cmath>

namespace phasor {

void DrawingPlot::showCursor(const Cursor& cursor)
{
    showReadOut(cursor);
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        if (!isShown(i))
            continue;
        if (m_kind.crossAt != nullptr)
            m_panels[i]->showCross(m_data ? m_kind.crossAt(*m_data, i, cursor) : Cross{});
        else
            m_panels[i]->showCursor(m_drawing.panels[i], cursor);
    }
}

// Beside the cross-hair, on the side where there is more room; only in the plot that is pointed at, or has the
// keyboard.
void DrawingPlot::showReadOut(const Cursor& cursor)
{
    const bool here = canvas().testAttribute(Qt::WA_UnderMouse) || canvas().hasFocus();
    QStringList lines;
    const QCPAxisRect* inside = nullptr;
    double at = 0;
    for (std::size_t i = 0; i < m_panels.size() && m_data && here; ++i) {
        if (!isShown(i) || m_drawing.panels[i].strip || m_drawing.panels[i].xDown || m_drawing.panels[i].lines.empty())
            continue;
        const QCPAxis& across = m_panels[i]->across();
        const std::vector<double> places = gestures().centresOn(across, cursor);
        if (places.empty())
            continue;
        if (inside == nullptr)
            inside = &m_panels[i]->rect();
        at = across.coordToPixel(places.front());
        lines << readOutAt(m_drawing.panels[i], places.front() - 0.5);
    }
    if (inside != nullptr && m_kind.readOut != nullptr)
        lines = {m_kind.readOut(*m_data, view())};
    constexpr qsizetype kMostLines = 12;
    m_readOut->setText(lines.first(std::min(kMostLines, lines.size())).join(u'\n'));
    m_readOut->setVisible(!m_readOut->text().isEmpty());
    if (m_readOut->text().isEmpty())
        return;
    m_readOut->adjustSize();
    const bool left = at > inside->rect().center().x();
    m_readOut->move(left ? inside->left() : std::max(inside->left(), inside->right() - m_readOut->width()),
                    inside->top());
}

// Of axes of pairs those with a dimension inside.
std::vector<SelectionMark::Part> DrawingPlot::selectedParts(const Zoom& selection) const
{
    std::vector<SelectionMark::Part> parts = CanvasPlot::selectedParts(selection);
    const std::optional<Interval>& dimensions = selection[AxisKind::Dimension];
    for (std::size_t i = 0; dimensions && i < m_panels.size(); ++i) {
        if (!isShown(i))
            continue;
        const auto& pairs = m_drawing.panels[i].across.pairs;
        SelectionMark::Part part{.axis = &m_panels[i]->across(), .ranges = {}};
        for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
            const bool inside = std::any_of(pairs[pair].begin(), pairs[pair].end(), [&](std::int64_t column) {
                const auto at = static_cast<double>(column);
                return at >= dimensions->low && at < dimensions->high;
            });
            const double left = static_cast<double>(pair) - 0.5;
            if (inside && !part.ranges.empty() && part.ranges.back().high == left)
                part.ranges.back().high = left + 1;
            else if (inside)
                part.ranges.push_back({left, left + 1});
        }
        if (!part.ranges.empty())
            parts.push_back(std::move(part));
    }
    return parts;
}

std::optional<Place> DrawingPlot::placeAt(const QPoint& pixel) const
{
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        const DrawnPanel& panel = *m_panels[i];
        if (isShown(i) && panel.rect().rect().contains(pixel))
            return Place{i, coordinateAt(panel.across(), pixel), coordinateAt(panel.up(), pixel)};
    }
    return std::nullopt;
}

std::optional<Cursor> DrawingPlot::cursorAt(const QPoint& pixel) const
{
    const std::optional<Place> place = placeAt(pixel);
    if (m_kind.cursorAt != nullptr && m_data && place)
        return m_kind.cursorAt(*m_data, context(), *place,
                               gestures().cursorAt(pixel, view().cursor).value_or(view().cursor));
    if (!place || m_drawing.panels[place->panel].across.pairs.empty())
        return CanvasPlot::cursorAt(pixel);
    const auto& pairs = m_drawing.panels[place->panel].across.pairs;
    const auto pair
        = static_cast<std::size_t>(std::clamp(std::round(place->x), 0.0, static_cast<double>(pairs.size() - 1)));
    if (pairs[pair].empty())
        return std::nullopt;
    Cursor cursor = view().cursor;
    cursor[AxisKind::Key].reset();
    cursor[AxisKind::Dimension] = pairs[pair].front();
    return cursor;
}

void DrawingPlot::clicked(const QPoint& pixel)
{
    const std::optional<Place> place = placeAt(pixel);
    m_beforeClick = store().view();
    if (m_kind.clicked != nullptr && m_data && place)
        m_kind.clicked(store(), *m_data, gestures().cursorAt(pixel, {}).value_or(Cursor{}), *place);
}

} // namespace phasor
