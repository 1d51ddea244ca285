// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/strip.h"

#include <QAbstractButton>
#include <QImage>

namespace phasor {

// One node on the strip: its symbol, a thumbnail of its matrix (or its first tokens, or why there is none), its size.
class StageButton : public QAbstractButton
{
    Q_OBJECT

public:
    StageButton(const NodeId& node, QWidget* parent);

    const NodeId& node() const { return m_node; }
    QSize thumbnailPixels() const; // device pixels of the picture
    // `tokens`: texts for a box of ids. Lit: framed in the position's colour, where position enters.
    void show(const StripData::Thumbnail& thumbnail, const std::vector<std::string>& tokens, bool lit);
    void setDimmed(bool dimmed); // it shows an old picture
    bool isDimmed() const { return m_dimmed; }
    const QString& error() const { return m_error; }
    const QImage& picture() const { return m_picture; }
    bool isLit() const { return m_lit; }

    static int heightWith(const QFontMetrics& metrics);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void resized(); // thumbnailPixels() changed

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QRect pictureRect() const;
    void takePicture(const StripData::Thumbnail& thumbnail);
    void adaptPicture(); // to the theme
    void paintTexts(QPainter& painter, QRect inside) const;
    void paintInside(QPainter& painter, QRect inside) const;
    void paintMarks(QPainter& painter, QRect inside) const;

    NodeId m_node;
    QColor m_hue; // of the node's quantity
    QImage m_drawn;
    QImage m_picture; // the same, or softened
    bool m_isMask = false;
    QStringList m_tokens;
    QString m_size; // "5000 × 512", below
    QString m_range; // "±90.5", above on the right where there is room
    QString m_error;
    bool m_lit = false;
    bool m_dimmed = false;
};

} // namespace phasor
