// SPDX-License-Identifier: GPL-3.0-or-later
// DrawingPlot's view state (zoom, options, cross-hair and its read-out, selection), pointer and keys.
#include "plots/canvas/drawing/drawingplot_p.h"

#include "plots/canvas/ranges_p.h"
#include "words/numbers.h"

#include <QKeyEvent>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace phasor {

namespace {

// "step 50" of an axis, or its name there.
QString placeOn(const DrawnAxis& axis, double at)
{
    const auto name = std::ranges::find(axis.names, at, &std::pair<double, QString>::first);
    if (name != axis.names.end())
        return name->second;
    return axis.labels.isEmpty() ? QString() : axis.labels.last() + u' ' + words::number(at);
}

} // namespace

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

// Whether values are read at a place of the panel itself: it has lines, and no axis of a table or of pairs.
bool DrawingPlot::isRead(std::size_t panel) const
{
    const Panel& of = m_drawing.panels[panel];
    const DrawnAxis& along = of.xDown ? of.up : of.across;
    return isShown(panel) && !of.strip && !of.blank && nearestX(of, 0) && along.scale != DrawnAxis::Scale::Table
        && along.pairs.empty();
}

Cross DrawingPlot::crossOn(std::size_t panel, const Cursor& cursor) const
{
    const Panel& of = m_drawing.panels[panel];
    if (m_kind.crossAt != nullptr)
        return m_data ? m_kind.crossAt(*m_data, panel, cursor) : Cross{};
    if (!isRead(panel))
        return m_panels[panel]->crossOf(of, cursor);
    if (!m_reading || m_reading->panel != panel)
        return {};
    return of.xDown ? Cross{.y = {m_reading->at}} : Cross{.x = {m_reading->at}};
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
        const Panel& panel = m_drawing.panels[i];
        if (!isShown(i) || panel.strip || panel.lines.empty())
            continue;
        const Cross cross = isRead(i) || m_kind.crossAt == nullptr ? crossOn(i, cursor) : Cross{};
        const std::vector<double>& places = panel.xDown ? cross.y : cross.x;
        if (places.empty())
            continue;
        const DrawnAxis& along = panel.xDown ? panel.up : panel.across;
        const bool table = along.scale == DrawnAxis::Scale::Table; // whose cross-hair is at the center of a cell
        const QStringList read = readOutAt(m_drawing, i, table ? places.front() - kMiddle : places.front());
        if (read.isEmpty())
            continue;
        if (inside == nullptr && !table)
            lines << placeOn(along, places.front());
        if (inside == nullptr)
            inside = &m_panels[i]->rect();
        at = panel.xDown ? inside->left() : m_panels[i]->across().coordToPixel(places.front());
        lines << read;
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

void DrawingPlot::readAt(const std::optional<Place>& place)
{
    const bool read = place && isRead(place->panel);
    if (!read && !m_reading)
        return;
    m_reading.reset();
    if (read) {
        const Panel& panel = m_drawing.panels[place->panel];
        m_reading = {place->panel, *nearestX(panel, panel.xDown ? place->y : place->x)};
    }
    showCursor(m_view.cursor);
}

// Arrow keys in a plot without a table: along an axis from point to point or from pair to pair, across it to the next
// panel.
void DrawingPlot::stepReading(Qt::Orientation orientation, int steps)
{
    std::vector<std::size_t> panels;
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        const auto& pairs = m_drawing.panels[i].across.pairs;
        if (isShown(i) && !pairs.empty()) {
            const std::vector<double> at = m_panels[i]->crossOf(m_drawing.panels[i], m_view.cursor).x;
            const auto last = static_cast<double>(pairs.size() - 1);
            const double pair = at.empty() ? 0 : std::clamp(at.front() + steps, 0.0, last);
            return m_store.editView([&](ViewState& view) {
                view.cursor[AxisKind::Dimension] = pairs[static_cast<std::size_t>(pair)].front();
            });
        }
        if (isRead(i))
            panels.push_back(i);
    }
    if (panels.empty())
        return;
    const auto now = m_reading ? std::ranges::find(panels, m_reading->panel) : panels.end();
    const auto startOf = [this](std::size_t panel) {
        return Reading{panel, *nearestX(m_drawing.panels[panel], std::numeric_limits<double>::lowest())};
    };
    if (now == panels.end()) {
        m_reading = startOf(panels.front());
    } else if ((orientation == Qt::Horizontal) == m_drawing.panels[*now].xDown) {
        const auto next = std::clamp<std::ptrdiff_t>(now - panels.begin() + steps, 0, std::ssize(panels) - 1);
        m_reading = startOf(panels[static_cast<std::size_t>(next)]);
    } else {
        std::set<double> all;
        for (const DrawnLine& line : m_drawing.panels[*now].lines)
            all.insert(line.x.begin(), line.x.end());
        const std::vector<double> points(all.begin(), all.end());
        const auto next = std::ranges::lower_bound(points, m_reading->at) - points.begin() + steps;
        m_reading->at = points[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(next, 0, std::ssize(points) - 1))];
    }
    showCursor(m_view.cursor);
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
    const int step = event->modifiers().testFlag(Qt::ShiftModifier) ? 10 : 1;
    switch (event->key()) {
    case Qt::Key_Escape:
        readAt(std::nullopt);
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
