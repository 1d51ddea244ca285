// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/marks/reasonveil_p.h"

namespace phasor {

ReasonVeil::ReasonVeil(Canvas& canvas)
    : Overlay(canvas)
    , m_canvas(canvas)
{
}

void ReasonVeil::setTheme(const Theme& theme)
{
    m_font = theme.font;
    m_colour = theme.foreground;
    m_veil = theme.background;
}

void ReasonVeil::show(const QString& reason)
{
    if (reason == m_reason)
        return;
    m_reason = reason;
    repaint(m_canvas.rect());
}

void ReasonVeil::setCovering(bool covering)
{
    if (covering == m_covering)
        return;
    m_covering = covering;
    repaint(m_canvas.rect());
}

void ReasonVeil::paint(QPainter& painter) const
{
    if (m_reason.isEmpty())
        return;
    QColor veil = m_veil;
    veil.setAlphaF(m_covering ? 1 : 1 - kDimmedOpacity);
    painter.fillRect(m_canvas.rect(), veil);
    painter.setFont(m_font);
    painter.setPen(m_colour);
    const int margin = QFontMetrics(m_font).height();
    painter.drawText(m_canvas.rect().adjusted(margin, margin, -margin, -margin), Qt::AlignCenter | Qt::TextWordWrap,
                     m_reason);
}

} // namespace phasor
