// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/widgets.h"

#include "ui/forms/text.h"

#include <QFrame>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>
#include <QToolButton>

#include <algorithm>

namespace phasor {

namespace {

class PaletteIconEngine : public QIconEngine
{
public:
    explicit PaletteIconEngine(const QString& name)
        : m_name(name)
    {
    }

    QIconEngine* clone() const override { return new PaletteIconEngine(m_name); }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        const double ratio = painter->device()->devicePixelRatioF();
        QPixmap drawn = pixmap(rect.size() * ratio, mode, state);
        drawn.setDevicePixelRatio(ratio);
        painter->drawPixmap(rect.topLeft(), drawn);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override
    {
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        const QColor color = QGuiApplication::palette().color(group, QPalette::ButtonText);
        const QString key = u"%1 %2 %3 %4"_s.arg(m_name).arg(size.width()).arg(size.height()).arg(color.rgba());
        QPixmap drawn;
        if (QPixmapCache::find(key, &drawn))
            return drawn;
        drawn = QPixmap(size);
        drawn.fill(Qt::transparent);
        QPainter painter(&drawn);
        QSvgRenderer(u":/icons/"_s + m_name + u".svg"_s).render(&painter);
        painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
        painter.fillRect(drawn.rect(), color);
        painter.end();
        QPixmapCache::insert(key, drawn);
        return drawn;
    }

private:
    QString m_name;
};

} // namespace

QIcon icon(const QString& name)
{
    return QIcon(new PaletteIconEngine(name));
}

QToolButton* quietButton(const QString& name, const QString& tip, QWidget* parent, const QString& shown)
{
    auto* button = named(name, new QToolButton(parent));
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    if (!shown.isEmpty())
        button->setIcon(icon(shown));
    button->setAutoRaise(true);
    return button;
}

QFrame* hairline(QWidget* parent, int height)
{
    auto* line = new QFrame(parent);
    line->setFixedHeight(height);
    line->setAutoFillBackground(true);
    line->setBackgroundRole(QPalette::Midlight);
    return line;
}

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

QString ElidedLabel::shownText() const
{
    const int room = contentsRect().width();
    QString text = m_text;
    for (qsizetype end = text.size(); end > 0 && fontMetrics().horizontalAdvance(text) > room;) {
        end = text.lastIndexOf(u" · "_s);
        text.truncate(end > 0 ? end : text.size());
    }
    return fontMetrics().elidedText(text, Qt::ElideRight, room);
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    if (m_whole)
        painter.drawText(contentsRect(), static_cast<int>(alignment()) | Qt::TextWordWrap, m_text);
    else
        painter.drawText(contentsRect(), static_cast<int>(alignment()) | Qt::TextSingleLine, shownText());
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
