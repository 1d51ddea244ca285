// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/marks/busymark_p.h"

namespace phasor {

BusyMark::BusyMark(Canvas& canvas)
    : Overlay(canvas)
    , m_canvas(canvas)
{
}

void BusyMark::setTheme(const Theme& theme)
{
    m_font = theme.smallFont;
    m_ink = theme.background;
    m_ground = theme.muted;
}

void BusyMark::show(const QString& word)
{
    if (word == m_word)
        return;
    m_word = word;
    repaint(m_canvas.rect());
}

QRect BusyMark::place() const
{
    const QFontMetrics metrics(m_font);
    const QSize size(metrics.horizontalAdvance(m_word) + metrics.height(), metrics.height() + 4);
    return {m_canvas.rect().topRight() - QPoint(size.width() + 8, -8), size};
}

void BusyMark::paint(QPainter& painter) const
{
    if (m_word.isEmpty())
        return;
    painter.fillRect(place(), m_ground);
    painter.setFont(m_font);
    painter.setPen(m_ink);
    painter.drawText(place(), Qt::AlignCenter, m_word);
}

} // namespace phasor
