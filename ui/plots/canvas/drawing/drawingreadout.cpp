// SPDX-License-Identifier: GPL-3.0-or-later
// DrawingPlot's read-out next to the cross-hair, and the place that is read in a plot without a table.
#include "plots/canvas/drawing/drawingplot_p.h"

#include "plots/canvas/labels/tickers_p.h"

#include <limits>
#include <set>

namespace phasor {

// "step 50" of an axis, or its name there.
static QString placeOn(const DrawnAxis& axis, double at)
{
    const auto name = std::ranges::find(axis.names, at, &std::pair<double, QString>::first);
    if (name != axis.names.end())
        return name->second;
    return axis.labels.isEmpty() ? QString() : axis.labels.last() + u' ' + words::number(at);
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
    if (of.blank)
        return {};
    if (m_spec.crossAt != nullptr)
        return m_data ? m_spec.crossAt(*m_data, panel, cursor) : Cross{};
    if (!isRead(panel))
        return {.x = m_gestures->centersOn(m_panels[panel]->across(), cursor),
                .y = m_gestures->centersOn(m_panels[panel]->up(), cursor)};
    if (!m_reading || m_reading->panel != panel)
        return {};
    return of.xDown ? Cross{.y = {m_reading->at}} : Cross{.x = {m_reading->at}};
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
        const Cross cross = isRead(i) || m_spec.crossAt == nullptr ? crossOn(i, cursor) : Cross{};
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
    if (inside != nullptr && m_spec.readOut != nullptr)
        lines = {m_spec.readOut(*m_data, m_view)};
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
            const std::vector<double> at = m_gestures->centersOn(m_panels[i]->across(), m_view.cursor);
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

} // namespace phasor
