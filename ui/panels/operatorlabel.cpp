// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/operatorlabel.h"

#include "plots/theme.h"
#include "raster/hues.h"

#include <QPainter>

#include <algorithm>

namespace phasor {

QFont scaledFont(QFont font, double factor)
{
    font.setPointSizeF(font.pointSizeF() * factor);
    return font;
}

OperatorLabel::OperatorLabel(const QString& name, QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("operator-") + name);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
}

void OperatorLabel::show(const words::OperatorText& text, bool lit)
{
    if (text == m_text && lit == m_lit)
        return;
    m_text = text;
    m_lit = lit;
    setAccessibleName((QStringList(text.sign) + text.lines).join(u' '));
    setToolTip(text.lines.join(u' '));
    updateGeometry();
    update();
}

void OperatorLabel::setCompact(bool compact)
{
    if (compact == m_compact)
        return;
    m_compact = compact;
    updateGeometry();
    update();
}

QFont OperatorLabel::signFont() const
{
    QFont large = scaledFont(font(), m_compact ? 1.0 : 1.5);
    large.setBold(m_lit);
    return large;
}

QSize OperatorLabel::sizeHint() const
{
    int width = QFontMetrics(signFont()).horizontalAdvance(m_text.sign);
    for (const QString& line : m_compact ? QStringList() : m_text.lines)
        width = std::max(width, QFontMetrics(scaledFont(font(), 0.9)).horizontalAdvance(line));
    return {width + (m_compact ? 0 : 12),
            QFontMetrics(signFont()).height() + 2 * QFontMetrics(scaledFont(font(), 0.9)).height()};
}

void OperatorLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setOpacity(isEnabled() ? 1 : kDimmedOpacity);
    const int sign = QFontMetrics(signFont()).height();
    const int line = QFontMetrics(scaledFont(font(), 0.9)).height();
    const QStringList lines = m_compact ? QStringList() : m_text.lines;
    const int below = static_cast<int>(lines.size()) * line;
    const int top = (height() - sign - below) / 2;
    painter.setFont(signFont());
    painter.setPen(m_lit ? toColor(colourOf(Hue::Position).full) : palette().color(QPalette::WindowText));
    painter.drawText(QRect(0, top, width(), sign), Qt::AlignCenter, m_text.sign);
    painter.setFont(scaledFont(font(), 0.9));
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(QRect(0, top + sign, width(), below), Qt::AlignHCenter | Qt::AlignTop, lines.join(u'\n'));
}

} // namespace phasor
