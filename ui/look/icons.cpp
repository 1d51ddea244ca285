// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/icons.h"
#include "ui/forms/text.h"

#include <QFrame>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QSvgRenderer>
#include <QToolButton>

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
        QPixmap drawn(size);
        drawn.fill(Qt::transparent);
        QPainter painter(&drawn);
        QSvgRenderer(u":/icons/"_s + m_name + u".svg"_s).render(&painter);
        painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        painter.fillRect(drawn.rect(), QGuiApplication::palette().color(group, QPalette::ButtonText));
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

QIcon applicationIcon()
{
    return QIcon(QStringLiteral(":/icons/io.github.phasor.Phasor.svg"));
}

QToolButton* quietButton(const QString& name, const QString& tip, QWidget* parent)
{
    auto* button = named(name, new QToolButton(parent));
    button->setToolTip(tip);
    button->setAccessibleName(tip);
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

} // namespace phasor
