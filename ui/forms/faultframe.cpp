// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/faultframe.h"

#include <QEvent>
#include <QPainter>

namespace phasor {

FaultFrame::FaultFrame(QWidget* framed)
    : QWidget(framed)
{
    setObjectName(QStringLiteral("fault"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setGeometry(framed->rect());
    framed->installEventFilter(this);
}

bool FaultFrame::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == parentWidget())
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

void FaultFrame::paintAround(QWidget& widget)
{
    QPainter painter(&widget);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(kColour, 2));
    painter.drawRoundedRect(QRectF(widget.rect()).adjusted(1, 1, -1, -1), 2, 2);
}

} // namespace phasor
