// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/strip.h"
#include "words/nodes.h"

#include <QAbstractButton>
#include <QImage>
#include <QWidget>

#include <optional>

namespace phasor {

// Operator between two boxes of the strip: a large sign with its numbers in small type below.
class OperatorLabel : public QWidget
{
    Q_OBJECT

public:
    OperatorLabel(const QString& name, QWidget* parent);

    // Lit: in the color of position and on its ground, because position enters here.
    void show(const words::OperatorText& text, bool lit);
    const words::OperatorText& text() const { return m_text; }
    void setCompact(bool compact); // only the sign; the tool tip has its numbers
    bool isLit() const { return m_lit; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QFont signFont() const;

    words::OperatorText m_text;
    bool m_lit = false;
    bool m_compact = false;
};

// A node's box on the strip: symbol, thumbnail of its matrix (or first tokens, or why there is none), size.
class StageButton : public QAbstractButton
{
    Q_OBJECT

public:
    StageButton(const NodeId& node, QWidget* parent);

    const NodeId& node() const { return m_node; }
    // Device pixels of the picture.
    QSize thumbnailPixels() const { return (QSizeF(pictureRect().size()) * devicePixelRatioF()).toSize(); }
    // `tokens`: texts for a box of ids. Lit: on a ground of the color of position, because position enters here.
    void show(const StripData::Thumbnail& thumbnail, const Estimate& norm, const QString& symbol,
              const std::vector<std::string>& tokens, bool lit);
    // Length of the bar below the picture: this node's norm, as a share of the largest of all boxes.
    void setBar(double share);
    double bar() const { return m_bar; }
    // The value at the cross-hair, and the cell's place in the picture; nothing: not pointed at.
    struct Pointed
    {
        QString value;
        QPointF place; // 0 … 1; outside: beyond the picture
        bool operator==(const Pointed&) const = default;
    };
    void setPointed(const std::optional<Pointed>& pointed);
    const std::optional<Pointed>& pointed() const { return m_pointed; }
    const QString& norm() const { return m_norm; } // "‖·‖ 132"; empty: the node has none
    const std::vector<Interval>& protectedRows() const { return m_protected; } // of a mask, as parts of its height
    void setDimmed(bool dimmed); // the picture is old
    bool isDimmed() const { return m_dimmed; }
    const QString& error() const { return m_error; }
    const QImage& picture() const { return m_picture; }
    bool isLit() const { return m_lit; }

    static int heightWith(const QFontMetrics& metrics);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void resized(); // thumbnailPixels() or the ground has changed

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QRect pictureRect() const;
    void takePicture(const StripData::Thumbnail& thumbnail);
    void paintTexts(QPainter& painter, QRect inside) const;
    void paintInside(QPainter& painter, QRect inside) const;
    void paintMarks(QPainter& painter, QRect inside) const;

    NodeId m_node;
    Hue m_hue = {}; // of the node's quantity
    QImage m_picture; // a mask's is softened for a dark theme
    QStringList m_tokens;
    std::vector<Interval> m_protected;
    QString m_size; // "5000 × 512", below the picture if there is no norm
    QString m_norm;
    double m_bar = 0;
    std::optional<Pointed> m_pointed;
    QString m_error;
    bool m_lit = false;
    bool m_dimmed = false;
};

} // namespace phasor
