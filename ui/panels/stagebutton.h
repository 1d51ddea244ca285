// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/stripview.h"

#include <QAbstractButton>
#include <QImage>

namespace phasor {

// One stage of the strip: its symbol, a thumbnail of its matrix (or its first tokens, or why there is none), its size.
class StageButton : public QAbstractButton
{
    Q_OBJECT

public:
    StageButton(const StageInfo& info, QWidget* parent);

    StageId stage() const { return m_info.id; }
    QSize thumbnailPixels() const; // device pixels of the picture
    void showThumbnail(const StripData::Thumbnail& thumbnail);
    void showTokens(const std::vector<std::string>& tokens, const QString& caption);
    const QString& error() const { return m_error; }
    const QImage& picture() const { return m_picture; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QRect pictureRect() const;
    void paintInside(QPainter& painter, QRect inside) const;
    void setCaption(const QString& caption);
    QFont smallFont() const;
    QColor hue() const; // the colour of the stage's quantity

    const StageInfo& m_info;
    QImage m_picture;
    QStringList m_tokens;
    QString m_size; // "5000 × 512", below
    QString m_range; // "±90.5", above on the right where there is room
    QString m_error;
};

} // namespace phasor
