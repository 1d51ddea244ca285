// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/marks/emptyplotnotice_p.h"

namespace phasor {

void EmptyPlotNotice::show(const QString& reason)
{
    if (std::exchange(m_reason, reason) != reason)
        repaint();
}

void EmptyPlotNotice::setCovering(bool covering)
{
    if (std::exchange(m_covering, covering) != covering)
        repaint();
}

void EmptyPlotNotice::paint(QPainter& painter) const
{
    if (m_reason.isEmpty())
        return;
    QColor veil = theme().background;
    veil.setAlphaF(m_covering ? 1 : 1 - kDimmedOpacity);
    painter.fillRect(canvas().rect(), veil);
    painter.setFont(theme().font);
    painter.setPen(theme().foreground);
    const int margin = QFontMetrics(theme().font).height();
    painter.drawText(canvas().rect().adjusted(margin, margin, -margin, -margin), Qt::AlignCenter | Qt::TextWordWrap,
                     m_reason);
}

} // namespace phasor
