// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/operatorlabel.h"

#include <QPainter>

#include <algorithm>

namespace phasor {

OperatorLabel::OperatorLabel(const QString& name, QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("operator-") + name);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
}

void OperatorLabel::setTexts(const QString& sign, const QString& numbers)
{
    if (sign == m_sign && numbers == m_numbers)
        return;
    m_sign = sign;
    m_numbers = numbers;
    setAccessibleName(sign + u' ' + QString(numbers).replace(u'\n', u' '));
    updateGeometry();
    update();
}

QFont OperatorLabel::signFont() const
{
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.5);
    return large;
}

QFont OperatorLabel::numberFont() const
{
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    return small;
}

QSize OperatorLabel::sizeHint() const
{
    int width = QFontMetrics(signFont()).horizontalAdvance(m_sign);
    for (const QString& line : m_numbers.split(u'\n'))
        width = std::max(width, QFontMetrics(numberFont()).horizontalAdvance(line));
    return {width + 12, QFontMetrics(signFont()).height() + 2 * QFontMetrics(numberFont()).height()};
}

void OperatorLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const int sign = QFontMetrics(signFont()).height();
    const int lines = m_numbers.isEmpty() ? 0 : static_cast<int>(m_numbers.count(u'\n')) + 1;
    const int line = QFontMetrics(numberFont()).height();
    const int top = (height() - sign - lines * line) / 2;
    painter.setFont(signFont());
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(QRect(0, top, width(), sign), Qt::AlignCenter, m_sign);
    painter.setFont(numberFont());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(QRect(0, top + sign, width(), lines * line), Qt::AlignHCenter | Qt::AlignTop, m_numbers);
}

} // namespace phasor
