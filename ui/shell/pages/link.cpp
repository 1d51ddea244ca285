// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/pages/link.h"

#include <QKeyEvent>
#include <QPainter>

namespace phasor {

namespace {

constexpr int kNoteGap = 12;
constexpr int kAround = 2;

} // namespace

Link::Link(const QString& text, const QString& note, QWidget* parent)
    : QAbstractButton(parent)
    , m_note(note)
{
    setText(text);
    setAccessibleName(note.isEmpty() ? text : QStringLiteral("%1, %2").arg(text, note));
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(note.isEmpty() ? QSizePolicy::Maximum : QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSize Link::sizeHint() const
{
    const QFontMetrics metrics = fontMetrics();
    const int note = m_note.isEmpty() ? 0 : kNoteGap + metrics.horizontalAdvance(m_note);
    return {metrics.horizontalAdvance(text()) + note + 2 * kAround + 1, metrics.height() + 2 * kAround};
}

void Link::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QRect room = rect().adjusted(kAround, kAround, -kAround, -kAround);
    const int note = m_note.isEmpty() ? 0 : kNoteGap + fontMetrics().horizontalAdvance(m_note);
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, m_note);
    QFont linked = font();
    linked.setUnderline(underMouse());
    painter.setFont(linked);
    painter.setPen(palette().color(QPalette::Link));
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(text(), Qt::ElideRight, room.width() - note));
    if (hasFocus()) {
        painter.setPen(palette().color(QPalette::Highlight));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void Link::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

} // namespace phasor
