// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/pages/pages.h"

#include "ui/forms/text.h"
#include "ui/shell/pages/thumbnails.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QTextLayout>

namespace phasor {

constexpr int kInset = 6; // of a picture in its paper
constexpr double kSmall = 0.92; // of a card's text
constexpr int kTextLines = 4; // of a tall card, without its title
constexpr int kWideLines = 5;
constexpr int kNoteGap = 12; // of a link
constexpr int kAround = 2;

// Draws a text in as many whole lines as fit, the last one with "…" if there are more. Returns the height used.
static int drawLines(QPainter& painter, const QRect& room, const QString& text, int lines)
{
    const QFontMetrics metrics = painter.fontMetrics();
    lines = std::min(lines, room.height() / metrics.lineSpacing());
    QTextLayout layout(text, painter.font());
    layout.beginLayout();
    for (int i = 0; i < lines; ++i) {
        QTextLine line = layout.createLine();
        if (!line.isValid())
            return i * metrics.lineSpacing();
        line.setLineWidth(room.width());
        QString shown = text.mid(line.textStart(), line.textLength());
        if (i + 1 == lines)
            shown = metrics.elidedText(text.mid(line.textStart()), Qt::ElideRight, room.width());
        painter.drawText(room.left(), room.top() + i * metrics.lineSpacing() + metrics.ascent(), shown);
    }
    return lines * metrics.lineSpacing();
}

Card::Card(const QString& id, const QString& title, const QString& says, QWidget* parent)
    : QAbstractButton(parent)
    , m_id(id)
    , m_says(says)
{
    setObjectName(u"card-"_s + id);
    setText(title);
    setCheckable(true);
    setAutoExclusive(true);
    setFocusPolicy(Qt::StrongFocus);
    setState({}, {}, {});
}

QSize Card::paperOf(double scale)
{
    return scale * Thumbnails::kSize + QSize(2 * kInset, 2 * kInset);
}

QSize Card::sizeOf(Shape shape, const QSize& paper, const QFont& font)
{
    const int title = QFontMetrics(font).lineSpacing();
    const int line = QFontMetrics(scaled(font, kSmall, false)).lineSpacing();
    if (shape == Shape::Tall)
        return {paper.width(), paper.height() + title + kTextLines * line + 12};
    if (shape == Shape::Short)
        return {paper.width(), paper.height() + 2 * title + line + 8};
    return {paper.width() + 220, std::max(paper.height(), title + kWideLines * line + 4)};
}

void Card::setPicture(const QImage& picture)
{
    m_picture = picture;
    update();
}

void Card::setState(const QString& note, const QString& state, const QString& reason)
{
    m_note = note;
    m_reason = reason;
    m_clause = state;
    setAccessibleName(QStringLiteral("%1. %2 %3").arg(text(), m_says, reason.isEmpty() ? state : reason).trimmed());
    setToolTip(plainTip(reason.isEmpty() ? m_says : reason));
    update();
}

void Card::setSays(const QString& says, bool lit)
{
    m_says = says;
    m_lit = lit;
    setState(m_note, {}, m_reason);
}

bool Card::matches(const QString& search) const
{
    return text().contains(search, Qt::CaseInsensitive) || m_says.contains(search, Qt::CaseInsensitive);
}

void Card::paintEvent(QPaintEvent*)
{
    constexpr double kFaint = 0.35;
    QPainter painter(this);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    const QRect paper(QPoint(), m_paper);
    painter.fillRect(paper, palette().color(QPalette::Base));
    painter.setOpacity(m_reason.isEmpty() ? 1 : kFaint);
    if (!m_picture.isNull())
        painter.drawImage(paper.adjusted(kInset, kInset, -kInset, -kInset), m_picture);
    painter.setOpacity(1);
    if (isChecked() || hasFocus() || underMouse()) {
        const bool marked = isChecked() || hasFocus();
        painter.setPen(QPen(palette().color(marked ? QPalette::Highlight : QPalette::Mid), marked ? 2 : 1));
        painter.drawRect(paper.adjusted(1, 1, -1, -1));
    }
    paintTexts(painter,
               m_shape != Shape::Wide ? rect().adjusted(0, paper.height() + 4, 0, 0)
                                      : rect().adjusted(paper.width() + 12, 0, -8, 0));
}

// The title in one line if a note is next to it, else in up to two.
void Card::paintTexts(QPainter& painter, QRect room) const
{
    const QColor quiet = palette().color(QPalette::PlaceholderText);
    const QFont small = scaled(font(), kSmall, false);
    const int first = QFontMetrics(font()).lineSpacing();
    painter.setFont(small);
    painter.setPen(quiet);
    painter.drawText(QRect(room.left(), room.top(), room.width(), first), Qt::AlignRight | Qt::AlignVCenter, m_note);
    const int note = m_note.isEmpty() ? 0 : painter.fontMetrics().horizontalAdvance(m_note) + 4;
    painter.setFont(scaled(font(), 1, m_reason.isEmpty()));
    painter.setPen(m_reason.isEmpty() ? palette().color(QPalette::WindowText) : quiet);
    room.setTop(room.top() + drawLines(painter, room.adjusted(0, 0, -note, 0), text(), note > 0 ? 1 : 2) + 1);
    painter.setFont(scaled(small, 1, m_lit));
    painter.setPen(m_lit ? palette().color(QPalette::Link) : quiet);
    drawLines(painter, room, m_reason.isEmpty() ? m_says : m_clause, room.height());
}

void Card::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->position().toPoint();
    m_isDragged = false;
    QAbstractButton::mousePressEvent(event);
}

void Card::mouseMoveEvent(QMouseEvent* event)
{
    const int far = (event->position().toPoint() - m_pressed).manhattanLength();
    if (!m_isDragged && event->buttons() == Qt::LeftButton && far >= QApplication::startDragDistance()) {
        m_isDragged = true;
        setDown(false);
        setChecked(true);
        setCursor(m_picture.isNull() ? QCursor(Qt::ClosedHandCursor)
                                     : QCursor(QPixmap::fromImage(m_picture.scaledToWidth(m_paper.width() / 2))));
    }
    if (!m_isDragged)
        QAbstractButton::mouseMoveEvent(event);
}

void Card::mouseReleaseEvent(QMouseEvent* event)
{
    if (std::exchange(m_isDragged, false)) {
        unsetCursor();
        return emit dropped(event->globalPosition().toPoint());
    }
    QAbstractButton::mouseReleaseEvent(event);
    if (m_opensAtOnce && event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
        emit opened();
}

void Card::mouseDoubleClickEvent(QMouseEvent* event)
{
    setChecked(true);
    if (event->button() == Qt::LeftButton && !m_opensAtOnce)
        emit opened();
}

void Card::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        setChecked(true);
        emit opened();
    } else {
        QAbstractButton::keyPressEvent(event);
    }
}

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
