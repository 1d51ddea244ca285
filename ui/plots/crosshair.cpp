// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/crosshair_p.h"

namespace phasor {

CrossHair::CrossHair(Canvas& canvas, QCPAxisRect& rect, QCPAxis& axis)
    : m_axis(axis)
{
    const bool vertical = axis.orientation() == Qt::Horizontal;
    for (QCPItemStraightLine*& line : m_lines) {
        line = new QCPItemStraightLine(&canvas);
        line->setLayer(QStringLiteral("overlay"));
        line->setClipToAxisRect(true);
        line->setClipAxisRect(&rect);
        line->setVisible(false);
        line->setSelectable(false);
        for (QCPItemPosition* point : {line->point1, line->point2}) {
            point->setAxisRect(&rect);
            point->setAxes(vertical ? &axis : rect.axis(QCPAxis::atBottom),
                           vertical ? rect.axis(QCPAxis::atLeft) : &axis);
            point->setTypeX(vertical ? QCPItemPosition::ptPlotCoords : QCPItemPosition::ptAxisRectRatio);
            point->setTypeY(vertical ? QCPItemPosition::ptAxisRectRatio : QCPItemPosition::ptPlotCoords);
        }
    }
}

void CrossHair::setTheme(const Theme& theme)
{
    QColor edge = theme.background;
    edge.setAlpha(150);
    m_lines[0]->setPen(QPen(edge, 2 + theme.axisWidth));
    m_lines[1]->setPen(QPen(theme.crossHair, theme.axisWidth));
}

void CrossHair::moveTo(std::optional<double> coordinate)
{
    const bool vertical = m_axis.orientation() == Qt::Horizontal;
    for (QCPItemStraightLine* line : m_lines) {
        line->setVisible(coordinate.has_value());
        if (!coordinate)
            continue;
        line->point1->setCoords(vertical ? QPointF(*coordinate, 0) : QPointF(0, *coordinate));
        line->point2->setCoords(vertical ? QPointF(*coordinate, 1) : QPointF(1, *coordinate));
    }
}

} // namespace phasor
