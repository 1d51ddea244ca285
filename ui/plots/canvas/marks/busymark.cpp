// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/marks/busymark_p.h"

namespace phasor {

void BusyMark::show(const QString& word)
{
    if (std::exchange(m_word, word) != word)
        repaint();
}

void BusyMark::paint(QPainter& painter) const
{
    if (m_word.isEmpty())
        return;
    const QFontMetrics metrics(theme().smallFont);
    const QSize size(metrics.horizontalAdvance(m_word) + metrics.height(), metrics.height() + 4);
    const QRect place(canvas().rect().topRight() - QPoint(size.width() + 8, -8), size);
    painter.fillRect(place, theme().muted);
    painter.setFont(theme().smallFont);
    painter.setPen(theme().background);
    painter.drawText(place, Qt::AlignCenter, m_word);
}

} // namespace phasor
