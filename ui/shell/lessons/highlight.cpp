// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/lessons/highlight.h"

#include <QEvent>
#include <QPainter>

namespace phasor {

namespace {

constexpr int kFrameGap = 3; // between a part and its frame
constexpr int kFrameRadius = 3;

} // namespace

Highlight::Highlight(QWidget* over)
    : QWidget(over)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    over->installEventFilter(this);
    hide();
}

void Highlight::setParts(const std::vector<QWidget*>& parts)
{
    for (const QPointer<QWidget>& part : m_parts) {
        if (part)
            part->removeEventFilter(this);
    }
    m_parts.assign(parts.begin(), parts.end());
    for (QWidget* part : parts)
        part->installEventFilter(this);
    setVisible(!parts.empty());
    follow();
}

void Highlight::follow()
{
    setGeometry(parentWidget()->rect());
    raise();
    update();
}

bool Highlight::eventFilter(QObject* watched, QEvent* event)
{
    const QEvent::Type type = event->type();
    if (type == QEvent::Resize || type == QEvent::Move || type == QEvent::Show || type == QEvent::Hide)
        follow();
    return QWidget::eventFilter(watched, event);
}

void Highlight::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette().color(QPalette::WindowText), 2));
    for (const QPointer<QWidget>& part : m_parts) {
        if (!part || !part->isVisible())
            continue;
        const QRect place(part->mapTo(parentWidget(), QPoint()), part->size());
        painter.drawRoundedRect(
            place.adjusted(-kFrameGap, -kFrameGap, kFrameGap, kFrameGap).intersected(rect().adjusted(1, 1, -1, -1)),
            kFrameRadius, kFrameRadius);
    }
}

} // namespace phasor
