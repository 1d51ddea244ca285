// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/elidedlabel.h"
#include "ui/forms/text.h"

#include <QPainter>

namespace phasor {

ElidedLabel::ElidedLabel(QWidget* parent)
    : QLabel(parent)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void ElidedLabel::setFullText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    m_text.replace(u'\n', u' ');
    setAccessibleName(m_text);
    updateTip();
    update();
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {0, sizeHint().height()};
}

QSize ElidedLabel::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(m_text), fontMetrics().height() + 2};
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(contentsRect(), static_cast<int>(alignment()) | Qt::TextSingleLine,
                     fontMetrics().elidedText(m_text, Qt::ElideRight, contentsRect().width()));
}

void ElidedLabel::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    updateTip();
}

void ElidedLabel::updateTip()
{
    const bool cut = fontMetrics().horizontalAdvance(m_text) > contentsRect().width();
    setToolTip(cut ? u"<div>"_s + m_text.toHtmlEscaped() + u"</div>"_s : QString());
}

} // namespace phasor
