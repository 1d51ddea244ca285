// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/marks/rubberband_p.h"

namespace phasor {

void RubberBand::show(const QRect& box)
{
    for (const QRect& changed : {std::exchange(m_box, box), box}) {
        if (!changed.isEmpty())
            repaint(changed.adjusted(-2, -2, 2, 2)); // with its outline
    }
}

void RubberBand::paint(QPainter& painter) const
{
    if (m_box.isEmpty())
        return;
    QColor fill = theme().crossHair;
    fill.setAlpha(30);
    painter.setPen(QPen(theme().crossHair, theme().axisWidth, Qt::DashLine));
    painter.setBrush(fill);
    painter.drawRect(m_box);
}

} // namespace phasor
