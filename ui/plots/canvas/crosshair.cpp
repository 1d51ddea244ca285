// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/crosshair_p.h"

#include <algorithm>
#include <cmath>

namespace phasor {

CrossHair::CrossHair(Canvas& canvas, QCPAxisRect& rect, QCPAxis& axis)
    : Overlay(canvas)
    , m_rect(rect)
    , m_axis(axis)
{
}

void CrossHair::setTheme(const Theme& theme)
{
    QColor edge = theme.background;
    edge.setAlpha(150);
    m_edge = QPen(edge, 2 + theme.axisWidth);
    m_hairline = QPen(theme.crossHair, theme.axisWidth);
}

void CrossHair::moveTo(std::optional<double> coordinate)
{
    if (coordinate == m_coordinate)
        return;
    repaint(area());
    m_coordinate = coordinate;
    repaint(area());
}

void CrossHair::paint(QPainter& painter) const
{
    if (!m_coordinate)
        return;
    painter.setClipRect(m_rect.rect());
    for (const QPen& pen : {m_edge, m_hairline}) {
        painter.setPen(pen);
        painter.drawLine(line());
    }
    painter.setClipping(false);
}

QLine CrossHair::line() const
{
    const QRect inside = m_rect.rect();
    // What is off the rect is clipped; far off it, it must still be an int.
    const auto at = static_cast<int>(std::lround(std::clamp(m_axis.coordToPixel(*m_coordinate), -1e6, 1e6)));
    return m_axis.orientation() == Qt::Horizontal ? QLine(at, inside.top(), at, inside.bottom())
                                                  : QLine(inside.left(), at, inside.right(), at);
}

QRect CrossHair::area() const
{
    if (!m_coordinate)
        return {};
    const int around = static_cast<int>(std::ceil(m_edge.widthF() / 2)) + 1;
    return QRect(line().p1(), line().p2()).adjusted(-around, -around, around, around);
}

} // namespace phasor
