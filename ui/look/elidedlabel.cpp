// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/elidedlabel.h"
#include "ui/forms/text.h"

#include <QPainter>

#include <algorithm>

namespace phasor {

ElidedLabel::ElidedLabel(QWidget* parent)
    : QLabel(parent)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void ElidedLabel::setFullText(const QString& text, bool whole, const QString& more)
{
    if (text == m_text && whole == m_whole && more == m_more)
        return;
    m_more = more;
    m_text = text;
    m_text.replace(u'\n', u' ');
    m_whole = whole;
    setAccessibleName(m_text);
    fit();
    update();
}

int ElidedLabel::linesHeight() const
{
    const int line = fontMetrics().height();
    if (!m_whole || width() <= 0)
        return line + 2;
    const QRect room(0, 0, contentsRect().width(), 100 * line);
    return std::max(line, fontMetrics().boundingRect(room, Qt::TextWordWrap, m_text).height()) + 2;
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    if (m_whole)
        painter.drawText(contentsRect(), static_cast<int>(alignment()) | Qt::TextWordWrap, m_text);
    else
        painter.drawText(contentsRect(), static_cast<int>(alignment()) | Qt::TextSingleLine,
                         fontMetrics().elidedText(m_text, Qt::ElideRight, contentsRect().width()));
}

void ElidedLabel::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    fit();
}

void ElidedLabel::fit()
{
    if (const int height = linesHeight(); height != m_fitted) {
        m_fitted = height;
        updateGeometry();
    }
    const bool cut = !m_whole && fontMetrics().horizontalAdvance(m_text) > contentsRect().width();
    const QString line = m_more.isEmpty() ? u""_s : u"<br>"_s + m_more.toHtmlEscaped();
    setToolTip(cut || !line.isEmpty() ? u"<div>"_s + m_text.toHtmlEscaped() + line + u"</div>"_s : QString());
}

QLabel* paragraph(const QString& name, const QString& text, QWidget* parent)
{
    auto* label = named(name, plainLabel(text, parent));
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

} // namespace phasor
