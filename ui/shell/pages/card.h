// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/parts.h"

#include <QAbstractButton>
#include <QImage>

namespace phasor {

// A card on a page: picture, title and text; gray with the reason if what it offers does not apply. Cards next to each
// other exclude each other: arrow keys move and choose. Its object name is card-ID.
class Card : public QAbstractButton
{
    Q_OBJECT

public:
    enum class Shape { Tall, Short, Wide }; // text below the picture, or at its right

    Card(const QString& id, const QString& title, const QString& says, QWidget* parent);

    const QString& id() const { return m_id; }
    const QString& says() const { return m_says; }
    const QString& reason() const { return m_reason; }
    void setShape(Shape shape) { m_shape = shape; }
    void setOpensAtOnce() { m_opensAtOnce = true; } // by a click; else by a double click
    void setPicture(const QImage& picture);
    // `note`: next to the title; `state`: the same for a screen reader. `reason`: why it does not apply; empty: it
    // does.
    void setState(const QString& note, const QString& state, const QString& reason);
    void setSays(const QString& says, bool lit); // lit: as a link
    bool matches(const QString& search) const;

    static QSize sizeOf(Shape shape, const QFont& font); // the least one of a wide card

signals:
    void opened();
    void dropped(const QPoint& place); // on the screen, after a drag

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void paintTexts(QPainter& painter, QRect room) const;

    QString m_id;
    QString m_says;
    QString m_note;
    QString m_reason;
    QImage m_picture;
    Shape m_shape = Shape::Tall;
    bool m_opensAtOnce = false;
    bool m_lit = false;
    QPoint m_pressed; // where the mouse was
    bool m_isDragged = false;
};

// A button that reads as a link, in one line, with a quiet note at the right end of its width.
class Link : public QAbstractButton
{
public:
    Link(const QString& text, const QString& note, QWidget* parent);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QString m_note;
};

} // namespace phasor
