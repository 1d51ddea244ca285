// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/stagebutton.h"

#include "plots/theme.h"
#include "raster/colormaps.h"
#include "ui/forms/text.h"
#include "ui/panels/parts.h"
#include "words/coretexts.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace phasor {

constexpr double kSmallType = 0.9; // of the usual size
constexpr int kBar = 4; // height of the bar below a picture
constexpr int kGap = 3; // between picture and bar
constexpr float kLitGround = 0.14F; // opacity of the color of position where it enters
constexpr int kLeastBox = 36;
constexpr int kProtectedBar = 4; // width of the bar at protected rows
constexpr int kBoxPen = 2; // width of the frame of the node shown in the heatmap

static HueColors colorsOn(const QPalette& palette, Hue hue)
{
    return colorOf(hue, palette.color(QPalette::Window).lightness() < 128);
}

static void fillLit(QPainter& painter, const QRect& place)
{
    QColor ground = toColor(colorOf(Hue::Position).full);
    ground.setAlphaF(kLitGround);
    painter.fillRect(place, ground);
}

OperatorLabel::OperatorLabel(const QString& name, QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("operator-") + name);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
}

void OperatorLabel::show(const words::OperatorText& text, bool lit)
{
    if (text == m_text && lit == m_lit)
        return;
    m_text = text;
    m_lit = lit;
    setAccessibleName((QStringList(text.sign) + text.lines).join(u' '));
    setToolTip(plainTip(text.lines.join(u' ')));
    updateGeometry();
    update();
}

void OperatorLabel::setCompact(bool compact)
{
    if (std::exchange(m_compact, compact) != compact) {
        updateGeometry();
        update();
    }
}

QFont OperatorLabel::signFont() const
{
    return scaled(font(), m_compact ? 1.0 : 1.5, m_lit);
}

QSize OperatorLabel::sizeHint() const
{
    int width = QFontMetrics(signFont()).horizontalAdvance(m_text.sign);
    for (const QString& line : m_compact ? QStringList() : m_text.lines)
        width = std::max(width, QFontMetrics(scaled(font(), kSmallType)).horizontalAdvance(line));
    return {width + (m_compact ? 0 : 12),
            QFontMetrics(signFont()).height() + 2 * QFontMetrics(scaled(font(), kSmallType)).height()};
}

void OperatorLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setOpacity(isEnabled() ? 1 : kDimmedOpacity);
    if (m_lit)
        fillLit(painter, rect());
    const int sign = QFontMetrics(signFont()).height();
    const int line = QFontMetrics(scaled(font(), kSmallType)).height();
    const QStringList lines = m_compact ? QStringList() : m_text.lines;
    const int below = static_cast<int>(lines.size()) * line;
    const int top = (height() - sign - below) / 2;
    painter.setFont(signFont());
    painter.setPen(palette().color(m_lit ? QPalette::Link : QPalette::WindowText));
    painter.drawText(QRect(0, top, width(), sign), Qt::AlignCenter, m_text.sign);
    painter.setFont(scaled(font(), kSmallType));
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(QRect(0, top + sign, width(), below), Qt::AlignHCenter | Qt::AlignTop, lines.join(u'\n'));
}

StageButton::StageButton(const NodeId& node, QWidget* parent)
    : QAbstractButton(parent)
    , m_node(node)
{
    setObjectName(QStringLiteral("stage-") + qs(node));
    setCheckable(true);
    setAutoExclusive(true);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

int StageButton::heightWith(const QFontMetrics& metrics)
{
    return 2 * metrics.height() + 48 + kGap + kBar + 4;
}

QSize StageButton::sizeHint() const
{
    return {112, heightWith(fontMetrics())};
}

QSize StageButton::minimumSizeHint() const
{
    const QFontMetrics symbol(scaled(font(), 1, true));
    return {std::max(kLeastBox, symbol.horizontalAdvance(text())), sizeHint().height()};
}

QRect StageButton::pictureRect() const
{
    const int text = fontMetrics().height() + 2;
    return rect().adjusted(0, text, 0, -text - kGap - kBar);
}

void StageButton::show(const StripData::Thumbnail& thumbnail, const Estimate& norm, const QString& symbol,
                       const std::vector<std::string>& tokens, bool lit)
{
    const Node& node = *thumbnail.node;
    if (symbol != text()) {
        setText(symbol);
        updateGeometry();
    }
    setAccessibleName(words::ofCore(node.quantity.title));
    m_hue = node.quantity.hue;
    m_lit = lit;
    m_size = words::sizeText(node);
    m_error = !node.field.ok() ? words::errorText(node.field.error())
        : thumbnail.fault      ? words::errorText(*thumbnail.fault)
                               : QString();
    m_tokens.clear();
    if (node.quantity.family == QuantityFamily::Id && node.field.ok())
        for (const std::string& token : tokens)
            m_tokens << qs(token);
    m_protected.clear();
    const auto* dropout = node.operation == Operation::Draw ? node.find<DropoutFacts>() : nullptr;
    const double shown = thumbnail.visibleRows.high - thumbnail.visibleRows.low;
    for (std::int64_t row = 0; dropout && dropout->sequence->hasProtected() && static_cast<double>(row) < shown;
         ++row) {
        if (dropout->sequence->isProtected(row))
            m_protected.push_back({static_cast<double>(row) / shown, static_cast<double>(row + 1) / shown});
    }
    takePicture(thumbnail);
    m_norm = std::isfinite(norm.value) ? QStringLiteral("‖·‖ ") + words::endNumber(norm) : QString();
    QStringList facts{m_size};
    if (!m_picture.isNull())
        facts << words::rangeText(node, thumbnail.range);
    if (!m_norm.isEmpty())
        facts << tr("‖·‖, the mean length of a row, is %1").arg(words::endNumber(norm));
    if (thumbnail.firstCells)
        facts << tr("the picture shows the first %1 × %2 values").arg(thumbnail.height).arg(thumbnail.width);
    facts << m_error;
    facts.removeAll(QString());
    setToolTip(plainTip(tr("Show %1 in the heatmap").arg(accessibleName()) + u'\n' + facts.join(u" · "_s)));
    setAccessibleDescription(!m_error.isEmpty()       ? m_error
                                 : m_tokens.isEmpty() ? facts.join(u" · "_s)
                                                      : m_tokens.join(u' '));
    update();
}

void StageButton::takePicture(const StripData::Thumbnail& thumbnail)
{
    Pixels pixels = thumbnail.pixels;
    const bool mask = thumbnail.node->quantity.family == QuantityFamily::Share;
    if (mask && palette().color(QPalette::Window).lightness() < 128) // white would glare on a dark ground
        std::ranges::transform(pixels, pixels.begin(), softened);
    m_picture = QImage(reinterpret_cast<const uchar*>(pixels.data()), thumbnail.width, thumbnail.height,
                       QImage::Format_RGB32)
                    .copy(); // lines of 32-bit pixels have no padding; without pixels it is null
    m_picture.setDevicePixelRatio(devicePixelRatioF());
}

void StageButton::changeEvent(QEvent* event)
{
    QAbstractButton::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        emit resized(); // pictures have other colors on a dark ground
}

void StageButton::setBar(double share)
{
    m_bar = std::isfinite(share) ? share : 0;
    update();
}

void StageButton::setPointed(const std::optional<Pointed>& pointed)
{
    if (std::exchange(m_pointed, pointed) != pointed)
        update();
}

void StageButton::setDimmed(bool dimmed)
{
    if (std::exchange(m_dimmed, dimmed) != dimmed)
        update();
}

void StageButton::resizeEvent(QResizeEvent* event)
{
    QAbstractButton::resizeEvent(event);
    emit resized();
}

void StageButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (m_dimmed)
        painter.setOpacity(kDimmedOpacity);
    const QRect inside = pictureRect();
    if (m_lit)
        fillLit(painter, rect());
    paintTexts(painter, inside);
    paintInside(painter, inside);
    paintMarks(painter, inside);
}

// Draws the symbol above the picture; below it the bar, and the pointed value with the norm, or the size.
void StageButton::paintTexts(QPainter& painter, QRect inside) const
{
    QFont symbol = font();
    symbol.setWeight(isChecked() ? QFont::Bold : QFont::DemiBold);
    painter.setFont(symbol);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(QRect(0, 0, width(), inside.top()), Qt::AlignLeft | Qt::AlignVCenter, text());
    if (m_bar > 0) {
        const QRectF bar(0, inside.bottom() + 1 + kGap, width(), kBar);
        painter.fillRect(bar, palette().color(QPalette::Midlight));
        painter.fillRect(QRectF(bar.topLeft(), QSizeF(std::max(1.0, m_bar * bar.width()), kBar)),
                         toColor(colorsOn(palette(), m_hue).full));
    }
    const QRect below(0, height() - fontMetrics().height(), width(), fontMetrics().height());
    const QFont small = scaled(font(), kSmallType);
    const QString rest = m_norm.isEmpty() ? m_size : m_norm;
    int used = 0;
    if (m_pointed) {
        const QFont bold = scaled(small, 1, true);
        painter.setFont(bold);
        painter.setPen(toColor(colorsOn(palette(), m_hue).type));
        const QFontMetrics metrics(bold);
        const bool fits = metrics.horizontalAdvance(m_pointed->value) <= width();
        const QString value = fits ? m_pointed->value : m_pointed->value.section(u' ', 1); // "× 1.11" of "kept × 1.11"
        used = metrics.horizontalAdvance(value) + 4;
        painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter, value);
    }
    painter.setFont(small);
    painter.setPen(palette().color(QPalette::PlaceholderText));
    // Normal, closer together, or not at all. A number cut in half would be another number.
    for (const QString& shown : {rest, QString(rest).replace(u" × "_s, u"×"_s)}) {
        if (used + QFontMetrics(small).horizontalAdvance(shown) <= width()) {
            painter.drawText(below, static_cast<int>(m_pointed ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                             shown);
            break;
        }
    }
}

void StageButton::paintInside(QPainter& painter, QRect inside) const
{
    if (!m_picture.isNull()) {
        painter.drawImage(inside, m_picture);
        for (const Interval& rows : m_protected) // a bar at rows that dropout leaves alone
            painter.fillRect(QRectF(inside.left(), inside.top() + rows.low * inside.height(), kProtectedBar,
                                    (rows.high - rows.low) * inside.height()),
                             toColor(colorsOn(palette(), m_hue).full));
        return;
    }
    QColor ground = palette().color(QPalette::WindowText);
    ground.setAlphaF(0.06F);
    painter.fillRect(inside, ground);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.setFont(scaled(font(), kSmallType));
    // Draws as many complete lines as fit, from the top.
    const int line = QFontMetrics(painter.font()).lineSpacing();
    QRect box = inside.adjusted(4, 0, -4, 0);
    box.setHeight(std::max(1, box.height() / line) * line);
    box.moveTop(inside.top() + (inside.height() - box.height()) / 2);
    painter.setClipRect(box);
    painter.drawText(box, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                     m_error.isEmpty() ? m_tokens.join(u' ') : m_error);
    painter.setClipping(false);
}

// Marks the pointed cell, the node in the heatmap, and the keyboard focus.
void StageButton::paintMarks(QPainter& painter, QRect inside) const
{
    if (m_pointed && !m_picture.isNull() && QRectF(0, 0, 1, 1).contains(m_pointed->place)) {
        constexpr double kCell = 7;
        const QPointF cell(inside.left() + m_pointed->place.x() * inside.width(),
                           inside.top() + m_pointed->place.y() * inside.height());
        painter.setPen(QPen(Qt::black, 1));
        painter.setBrush(Qt::white);
        painter.drawRect(QRectF(cell - QPointF(kCell / 2, kCell / 2), QSizeF(kCell, kCell)));
        painter.setBrush(Qt::NoBrush);
    }
    const int pen = isChecked() ? kBoxPen : 1;
    if (isChecked() || underMouse()) {
        QPen frame(palette().color(QPalette::Highlight), pen);
        frame.setJoinStyle(Qt::MiterJoin);
        painter.setPen(frame);
        painter.drawRect(QRectF(inside).adjusted(pen / 2.0, pen / 2.0, -pen / 2.0, -pen / 2.0));
    }
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
        painter.drawRect(inside.adjusted(kBoxPen + 1, kBoxPen + 1, -kBoxPen - 2, -kBoxPen - 2));
    }
}

} // namespace phasor
