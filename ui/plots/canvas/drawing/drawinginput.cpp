// SPDX-License-Identifier: GPL-3.0-or-later
// DrawingPlot's view state (zoom, options, cross-hair and its read-out, selection), pointer and keys.
#include "plots/canvas/drawing/drawingplot_p.h"

#include <QKeyEvent>

#include <algorithm>
#include <cmath>

namespace phasor {

void DrawingPlot::showView(const ViewState& view)
{
    ViewState moved = m_view;
    moved.cursor = view.cursor;
    moved.selection = view.selection;
    const bool onlyOverlays = moved == view;
    applyView(view);
    if (!onlyOverlays)
        m_canvas->replotSoon();
}

void DrawingPlot::applyView(const ViewState& view)
{
    const bool withheldNow = view.withholds != m_view.withholds;
    m_view = view;
    if (withheldNow)
        redraw();
    m_gestures->showZoom(view.zoom);
    showOptions();
    fit(); // the zoom decides which marks have room
    viewShown();
    showCursor(view.cursor);
    cursorShown(view.cursor);
    m_selected.show(selectedParts(view.selection));
}

void DrawingPlot::showOptions()
{
    const AnySettings options = m_view.board.of(m_kind.id);
    for (const OptionControl& control : m_controls) {
        const QSignalBlocker quiet(control.widget);
        control.show(control.option->get(options));
        control.widget->setEnabled(m_kind.possible == nullptr || (m_data && m_kind.possible(*m_data)));
    }
    if (options != m_options) {
        m_options = options;
        redraw();
    }
}

void DrawingPlot::showCursor(const Cursor& cursor)
{
    showReadOut(cursor);
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        if (!isShown(i))
            continue;
        if (m_kind.crossAt != nullptr)
            m_panels[i]->showCross(m_data ? m_kind.crossAt(*m_data, i, cursor) : Cross{});
        else
            m_panels[i]->showCross(m_panels[i]->crossOf(m_drawing.panels[i], cursor));
    }
}

// The read-out next to the cross-hair, on the side with more room. Shown only in the plot that has the pointer or the
// keyboard focus.
void DrawingPlot::showReadOut(const Cursor& cursor)
{
    const bool here = !m_view.withholds && (m_canvas->testAttribute(Qt::WA_UnderMouse) || m_canvas->hasFocus());
    QStringList lines;
    const QCPAxisRect* inside = nullptr;
    double at = 0;
    for (std::size_t i = 0; i < m_panels.size() && m_data && here; ++i) {
        if (!isShown(i) || m_drawing.panels[i].strip || m_drawing.panels[i].xDown || m_drawing.panels[i].lines.empty())
            continue;
        const QCPAxis& across = m_panels[i]->across();
        const std::vector<double> places = m_gestures->centresOn(across, cursor);
        if (places.empty())
            continue;
        if (inside == nullptr)
            inside = &m_panels[i]->rect();
        at = across.coordToPixel(places.front());
        lines << readOutAt(m_drawing.panels[i], places.front() - 0.5);
    }
    if (inside != nullptr && m_kind.readOut != nullptr)
        lines = {m_kind.readOut(*m_data, m_view)};
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

// Selected parts of the axes. On an axis of pairs: the pairs that have a selected dimension.
std::vector<SelectionMark::Part> DrawingPlot::selectedParts(const Zoom& selection) const
{
    std::vector<SelectionMark::Part> parts = m_gestures->selectedParts(selection);
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
                               m_gestures->cursorAt(pixel, m_view.cursor).value_or(m_view.cursor));
    if (!place || m_drawing.panels[place->panel].across.pairs.empty())
        return m_gestures->cursorAt(pixel, m_view.cursor);
    const auto& pairs = m_drawing.panels[place->panel].across.pairs;
    const auto pair
        = static_cast<std::size_t>(std::clamp(std::round(place->x), 0.0, static_cast<double>(pairs.size() - 1)));
    if (pairs[pair].empty())
        return std::nullopt;
    Cursor cursor = m_view.cursor;
    cursor[AxisKind::Key].reset();
    cursor[AxisKind::Dimension] = pairs[pair].front();
    return cursor;
}

void DrawingPlot::clicked(const QPoint& pixel)
{
    const std::optional<Place> place = placeAt(pixel);
    m_beforeClick = m_store.view();
    if (m_kind.clicked != nullptr && m_data && place)
        m_kind.clicked(m_store, *m_data, m_gestures->cursorAt(pixel, {}).value_or(Cursor{}), *place);
}

// Arrow keys move the cursor; the first step goes to the first cell. A plot with one table axis moves along it only.
void DrawingPlot::stepCursor(Qt::Orientation orientation, int cells)
{
    const auto across = m_gestures->along(Qt::Horizontal);
    const auto down = m_gestures->along(Qt::Vertical);
    const auto kind = orientation == Qt::Horizontal ? (across ? across : down) : (down ? down : across);
    if (!kind)
        return;
    m_store.editView([&](ViewState& view) {
        for (const auto shown : {across, down}) {
            if (shown && !view.cursor[*shown])
                view.cursor[*shown] = m_gestures->tableOf(*shown)->first - (shown == kind ? cells : 0);
        }
        const Axis& table = *m_gestures->tableOf(*kind);
        const std::int64_t count = table.period > 0 ? std::min(table.period, table.count) : table.count;
        std::int64_t& at = *view.cursor[*kind];
        at = std::clamp(at + cells, table.first, table.first + count - 1);
    });
}

void DrawingPlot::keyPressEvent(QKeyEvent* event)
{
    const int step = event->modifiers().testFlag(Qt::ShiftModifier) ? 10 : 1;
    switch (event->key()) {
    case Qt::Key_Escape:
        return m_store.editView([](ViewState& view) {
            view.cursor = {};
            view.selection = {};
        });
    case Qt::Key_Left:
        return stepCursor(Qt::Horizontal, -step);
    case Qt::Key_Right:
        return stepCursor(Qt::Horizontal, step);
    case Qt::Key_Up:
        return stepCursor(Qt::Vertical, -step);
    case Qt::Key_Down:
        return stepCursor(Qt::Vertical, step);
    case Qt::Key_Plus:
        return m_gestures->zoomBy(0.5);
    case Qt::Key_Minus:
        return m_gestures->zoomBy(2);
    case Qt::Key_Home:
        return m_gestures->reset();
    case Qt::Key_Space:
        if (!event->isAutoRepeat() && spacePressed())
            return;
        [[fallthrough]];
    default:
        Plot::keyPressEvent(event);
    }
}

} // namespace phasor
