// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/labels/textwidths_p.h"

#include <QFontMetrics>

namespace phasor {

int TextWidths::of(const QFont& font, const QString& text) const
{
    constexpr qsizetype kMost = 1000;
    if (font != m_font || m_widths.size() > kMost) {
        m_font = font;
        m_widths.clear();
    }
    const auto known = m_widths.constFind(text);
    if (known != m_widths.constEnd())
        return *known;
    const int width = QFontMetrics(font).horizontalAdvance(text);
    m_widths.insert(text, width);
    return width;
}

} // namespace phasor
