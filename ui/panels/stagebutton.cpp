// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/stagebutton.h"

#include "raster/quantities.h"
#include "ui/forms/text.h"

#include <QPainter>

#include <algorithm>
#include <cstring>

namespace phasor {

namespace {

constexpr int kMark = 3; // height of the bar under the stage that the heatmap shows

} // namespace

StageButton::StageButton(const StageInfo& info, QWidget* parent)
    : QAbstractButton(parent)
    , m_info(info)
{
    setObjectName(QStringLiteral("stage-") + qs(info.name));
    setText(qs(info.symbol));
    setAccessibleName(qs(info.title));
    setToolTip(tr("%1: show it in the heatmap").arg(qs(info.title)));
    setCheckable(true);
    setAutoExclusive(true);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize StageButton::sizeHint() const
{
    return {112, 2 * fontMetrics().height() + 48 + kMark + 4};
}

QSize StageButton::minimumSizeHint() const
{
    return {56, sizeHint().height()};
}

QRect StageButton::pictureRect() const
{
    const int text = fontMetrics().height() + 2;
    return rect().adjusted(0, text, 0, -text - kMark);
}

QSize StageButton::thumbnailPixels() const
{
    return (QSizeF(pictureRect().size()) * devicePixelRatioF()).toSize();
}

void StageButton::showThumbnail(const StripData::Thumbnail& thumbnail)
{
    m_tokens.clear();
    setText(qs(thumbnail.symbol));
    setCaption(qs(thumbnail.caption));
    m_error = inWords(qs(thumbnail.error));
    m_picture = {};
    const auto pixels = static_cast<std::size_t>(thumbnail.width) * static_cast<std::size_t>(thumbnail.height);
    if (pixels > 0 && thumbnail.pixels.size() == pixels) {
        m_picture = QImage(thumbnail.width, thumbnail.height, QImage::Format_RGB32);
        for (int y = 0; y < thumbnail.height; ++y) {
            const auto* row = thumbnail.pixels.data() + static_cast<std::ptrdiff_t>(y) * thumbnail.width;
            std::memcpy(m_picture.scanLine(y), row, static_cast<std::size_t>(thumbnail.width) * sizeof *row);
        }
        m_picture.setDevicePixelRatio(devicePixelRatioF());
    }
    setAccessibleDescription(m_error.isEmpty() ? qs(thumbnail.caption) : m_error);
    update();
}

void StageButton::showTokens(const std::vector<std::string>& tokens, const QString& caption)
{
    m_picture = {};
    m_error.clear();
    m_tokens.clear();
    for (const std::string& token : tokens)
        m_tokens << qs(token);
    setCaption(caption);
    setAccessibleDescription(m_tokens.join(u' '));
    update();
}

void StageButton::setCaption(const QString& caption)
{
    m_size = caption.section(u" · "_s, 0, 0);
    m_range = caption.section(u" · "_s, 1);
}

QFont StageButton::smallFont() const
{
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    return small;
}

QColor StageButton::hue() const
{
    switch (m_info.id) {
    case StageId::Embedding:
    case StageId::Scaled:
        return colourOf(Quantity::Embedding).full;
    case StageId::Position:
        return colourOf(Quantity::Position).full;
    case StageId::Sum:
        return colourOf(Quantity::Sum).full;
    case StageId::Mask:
    case StageId::Output:
        return colourOf(Quantity::Dropped).full;
    case StageId::Tokens:
        break;
    }
    return palette().color(QPalette::WindowText);
}

void StageButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QRect inside = pictureRect();
    const QColor ink = palette().color(QPalette::WindowText);
    const QColor quiet = palette().color(QPalette::PlaceholderText);
    QFont symbol = font();
    symbol.setWeight(isChecked() ? QFont::Bold : QFont::DemiBold);
    painter.setFont(symbol);
    painter.setPen(ink);
    painter.drawText(QRect(0, 0, width(), inside.top()), Qt::AlignLeft | Qt::AlignVCenter, text());

    paintInside(painter, inside);

    painter.setFont(smallFont());
    painter.setPen(quiet);
    const QRect below(0, inside.bottom() + 1, width(), fontMetrics().height() + 2);
    const QFontMetrics metrics(painter.font());
    painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(m_size, Qt::ElideRight, width()));
    if (metrics.horizontalAdvance(m_range) + QFontMetrics(symbol).horizontalAdvance(text()) + 8 <= width())
        painter.drawText(QRect(0, 0, width(), inside.top()), Qt::AlignRight | Qt::AlignVCenter, m_range);
    if (isChecked())
        painter.fillRect(QRect(0, height() - kMark, width(), kMark), hue());
    else if (underMouse())
        painter.fillRect(QRect(0, height() - 1, width(), 1), hue());
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
        painter.drawRect(inside.adjusted(0, 0, -1, -1));
    }
}

void StageButton::paintInside(QPainter& painter, QRect inside) const
{
    if (!m_picture.isNull()) {
        painter.drawImage(inside, m_picture);
        return;
    }
    QColor ground = palette().color(QPalette::WindowText);
    ground.setAlphaF(0.06F);
    painter.fillRect(inside, ground);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.setFont(smallFont());
    // As many whole lines as fit, from the top.
    const int line = QFontMetrics(painter.font()).lineSpacing();
    QRect box = inside.adjusted(4, 0, -4, 0);
    box.setHeight(std::max(1, box.height() / line) * line);
    box.moveTop(inside.top() + (inside.height() - box.height()) / 2);
    painter.setClipRect(box);
    painter.drawText(box, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                     m_error.isEmpty() ? m_tokens.join(u' ') : m_error);
}

} // namespace phasor
