// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/marks/crosshair_p.h"

#include <algorithm>
#include <cmath>

namespace phasor {

CrossHair::CrossHair(Canvas& canvas, QCPAxisRect& rect, QCPAxis& axis)
    : Overlay(canvas)
    , m_rect(rect)
    , m_axis(axis)
{
}

void CrossHair::moveTo(std::vector<double> coordinates)
{
    if (coordinates == m_coordinates)
        return;
    repaintLines();
    m_coordinates = std::move(coordinates);
    repaintLines();
}

void CrossHair::paint(QPainter& painter) const
{
    if (m_coordinates.empty())
        return;
    painter.setClipRect(m_rect.rect());
    for (const QPen& pen : crossPens()) {
        painter.setPen(pen);
        for (const double coordinate : m_coordinates)
            painter.drawLine(lineAt(coordinate));
    }
    painter.setClipping(false);
}

QLine CrossHair::lineAt(double coordinate) const
{
    const QRect inside = m_rect.rect();
    // What is off the rect is clipped; far off it, it must still be an int.
    const auto at = static_cast<int>(std::lround(std::clamp(m_axis.coordToPixel(coordinate), -1e6, 1e6)));
    return m_axis.orientation() == Qt::Horizontal ? QLine(at, inside.top(), at, inside.bottom())
                                                  : QLine(inside.left(), at, inside.right(), at);
}

// Each line, its edge and a pixel around.
void CrossHair::repaintLines() const
{
    const int around = static_cast<int>(std::ceil(1 + theme().axisWidth / 2)) + 1;
    for (const double coordinate : m_coordinates) {
        const QLine line = lineAt(coordinate);
        repaint(QRect(line.p1(), line.p2()).adjusted(-around, -around, around, around));
    }
}

} // namespace phasor
