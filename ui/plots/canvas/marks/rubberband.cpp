// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/marks/rubberband_p.h"

#include <cmath>

namespace phasor {

void RubberBand::setTheme(const Theme& theme)
{
    QColor fill = theme.crossHair;
    fill.setAlpha(30);
    m_outline = QPen(theme.crossHair, theme.axisWidth, Qt::DashLine);
    m_fill = QBrush(fill);
}

void RubberBand::show(const QRect& box)
{
    repaint(area());
    m_box = box;
    repaint(area());
}

void RubberBand::paint(QPainter& painter) const
{
    if (m_box.isEmpty())
        return;
    painter.setPen(m_outline);
    painter.setBrush(m_fill);
    painter.drawRect(m_box);
}

QRect RubberBand::area() const
{
    if (m_box.isEmpty())
        return {};
    const int around = static_cast<int>(std::ceil(m_outline.widthF() / 2)) + 1;
    return m_box.adjusted(-around, -around, around, around);
}

} // namespace phasor
