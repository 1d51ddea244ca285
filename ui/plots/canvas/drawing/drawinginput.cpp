// SPDX-License-Identifier: GPL-3.0-or-later
// DrawingPlot's view state (zoom, options, cross-hair, selection), pointer and keys.
#include "plots/canvas/drawing/drawingplot_p.h"

#include <QKeyEvent>

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
    m_selected.show(m_gestures->selectedParts(view.selection));
}

void DrawingPlot::showOptions()
{
    const AnySettings options = m_view.board.of(m_spec.id);
    for (const OptionControl& control : m_controls) {
        const QSignalBlocker quiet(control.widget);
        control.show(control.option->get(options));
        control.widget->setEnabled(m_spec.possible == nullptr || (m_data && m_spec.possible(*m_data)));
    }
    if (options != m_options) {
        m_options = options;
        redraw();
    }
}

void DrawingPlot::showCursor(const Cursor& cursor)
{
    if (m_reading && (m_reading->panel >= m_drawing.panels.size() || !isRead(m_reading->panel)))
        m_reading.reset();
    showReadOut(cursor);
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        if (isShown(i))
            m_panels[i]->showCross(crossOn(i, cursor));
    }
    if (const std::optional<QPoint> pixel = crossPixel(); pixel && m_canvas->hasFocus())
        m_gestures->stretchBox(*pixel);
}

// On an axis without a line of the cross-hair: the middle.
std::optional<QPoint> DrawingPlot::crossPixel() const
{
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        const Cross cross = isShown(i) ? crossOn(i, m_store.view().cursor) : Cross{};
        if (cross.x.empty() && cross.y.empty())
            continue;
        const DrawnPanel& panel = *m_panels[i];
        QPointF at = QRectF(panel.rect().rect()).center();
        if (!cross.x.empty())
            at.setX(panel.across().coordToPixel(cross.x.front()));
        if (!cross.y.empty())
            at.setY(panel.up().coordToPixel(cross.y.front()));
        const QRect inside = panel.rect().rect();
        if (inside.adjusted(-1, -1, 1, 1).contains(at.toPoint())) // the first cell's center may be on the frame
            return QPoint(std::clamp(at.toPoint().x(), inside.left(), inside.right()),
                          std::clamp(at.toPoint().y(), inside.top(), inside.bottom()));
    }
    return std::nullopt;
}

void DrawingPlot::boxAtCross(bool select)
{
    const std::optional<QPoint> pixel = crossPixel();
    if (pixel && !m_gestures->endBox(*pixel))
        m_gestures->beginBox(*pixel, select);
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
    const std::optional<Cursor> cursor = m_gestures->cursorAt(pixel, m_view.cursor);
    if (m_spec.cursorAt == nullptr || !m_data || !place)
        return cursor;
    return m_spec.cursorAt(*m_data, context(), *place, cursor.value_or(m_view.cursor));
}

void DrawingPlot::clicked(const QPoint& pixel)
{
    const std::optional<Place> place = placeAt(pixel);
    m_beforeClick = m_store.view();
    if (m_spec.clicked != nullptr && m_data && place)
        m_spec.clicked(m_store, *m_data, m_gestures->cursorAt(pixel, {}).value_or(Cursor{}), *place);
}

// Arrow keys move the cursor; the first step goes to the first cell. A plot with one table axis moves along it only.
void DrawingPlot::stepCursor(Qt::Orientation orientation, int cells)
{
    const auto across = m_gestures->along(Qt::Horizontal);
    const auto down = m_gestures->along(Qt::Vertical);
    const auto kind = orientation == Qt::Horizontal ? (across ? across : down) : (down ? down : across);
    if (!kind)
        return stepReading(orientation, cells);
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

void DrawingPlot::leaveEvent(QEvent* event)
{
    readAt(std::nullopt);
    Plot::leaveEvent(event);
}

void DrawingPlot::keyPressEvent(QKeyEvent* event)
{
    constexpr double kPan = 0.25; // of what is visible
    const int step = event->modifiers().testFlag(Qt::ShiftModifier) ? 10 : 1;
    const bool pans = event->modifiers().testFlag(Qt::ControlModifier);
    const auto go = [&](Qt::Orientation orientation, int sign) {
        if (pans)
            m_gestures->panBy(orientation, sign * kPan);
        else
            stepCursor(orientation, sign * step);
    };
    switch (event->key()) {
    case Qt::Key_Escape: // ends what is marked here; else the window's
        if (!m_gestures->dropBox() && !m_reading && m_store.view().cursor == Cursor{}
            && m_store.view().selection == Zoom{})
            return Plot::keyPressEvent(event);
        readAt(std::nullopt);
        return m_store.editView([](ViewState& view) {
            view.cursor = {};
            view.selection = {};
        });
    case Qt::Key_Left:
        return go(Qt::Horizontal, -1);
    case Qt::Key_Right:
        return go(Qt::Horizontal, 1);
    case Qt::Key_Up:
        return go(Qt::Vertical, -1);
    case Qt::Key_Down:
        return go(Qt::Vertical, 1);
    case Qt::Key_Z:
    case Qt::Key_S:
        return boxAtCross(event->key() == Qt::Key_S);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (const std::optional<QPoint> pixel = crossPixel())
            clicked(*pixel);
        return;
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
