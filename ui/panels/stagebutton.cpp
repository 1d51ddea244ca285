// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/stagebutton.h"

#include "plots/theme.h"
#include "raster/colormaps.h"
#include "ui/forms/text.h"
#include "words/coretexts.h"
#include "words/nodes.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace phasor {

QFont scaledFont(QFont font, double factor)
{
    font.setPointSizeF(font.pointSizeF() * factor);
    return font;
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
    setToolTip(text.lines.join(u' '));
    updateGeometry();
    update();
}

void OperatorLabel::setCompact(bool compact)
{
    if (compact == m_compact)
        return;
    m_compact = compact;
    updateGeometry();
    update();
}

QFont OperatorLabel::signFont() const
{
    QFont large = scaledFont(font(), m_compact ? 1.0 : 1.5);
    large.setBold(m_lit);
    return large;
}

QSize OperatorLabel::sizeHint() const
{
    int width = QFontMetrics(signFont()).horizontalAdvance(m_text.sign);
    for (const QString& line : m_compact ? QStringList() : m_text.lines)
        width = std::max(width, QFontMetrics(scaledFont(font(), 0.9)).horizontalAdvance(line));
    return {width + (m_compact ? 0 : 12),
            QFontMetrics(signFont()).height() + 2 * QFontMetrics(scaledFont(font(), 0.9)).height()};
}

void OperatorLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setOpacity(isEnabled() ? 1 : kDimmedOpacity);
    const int sign = QFontMetrics(signFont()).height();
    const int line = QFontMetrics(scaledFont(font(), 0.9)).height();
    const QStringList lines = m_compact ? QStringList() : m_text.lines;
    const int below = static_cast<int>(lines.size()) * line;
    const int top = (height() - sign - below) / 2;
    painter.setFont(signFont());
    painter.setPen(m_lit ? toColor(colourOf(Hue::Position).full) : palette().color(QPalette::WindowText));
    painter.drawText(QRect(0, top, width(), sign), Qt::AlignCenter, m_text.sign);
    painter.setFont(scaledFont(font(), 0.9));
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(QRect(0, top + sign, width(), below), Qt::AlignHCenter | Qt::AlignTop, lines.join(u'\n'));
}

namespace {

constexpr int kMark = 4; // height of the bar below the node shown in the heatmap
constexpr float kShownGround = 0.14F; // opacity of that node's color behind it
constexpr int kLeastBox = 36;
constexpr int kProtectedBar = 4; // width of the bar at protected rows
constexpr int kBoxPen = 2; // width of the frame where position enters

} // namespace

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
    return 2 * metrics.height() + 48 + kMark + 4;
}

QSize StageButton::sizeHint() const
{
    return {112, heightWith(fontMetrics())};
}

QSize StageButton::minimumSizeHint() const
{
    QFont symbol = font();
    symbol.setBold(true);
    return {std::max(kLeastBox, QFontMetrics(symbol).horizontalAdvance(text())), sizeHint().height()};
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

void StageButton::show(const StripData::Thumbnail& thumbnail, const QString& symbol,
                       const std::vector<std::string>& tokens, bool lit)
{
    const Node& node = *thumbnail.node;
    if (symbol != text()) {
        setText(symbol);
        updateGeometry();
    }
    setAccessibleName(words::ofCore(node.quantity.title));
    setToolTip(tr("Show %1 in the heatmap").arg(accessibleName()));
    m_hue = toColor(colourOf(node.quantity.hue).full);
    m_lit = lit;
    m_size = words::sizeText(node);
    m_error = node.field.ok() ? QString() : words::errorText(node.field.error());
    m_tokens.clear();
    if (node.quantity.family == QuantityFamily::Id && node.field.ok())
        for (const std::string& token : tokens)
            m_tokens << qs(token);
    m_protected.clear();
    const auto* facts = node.operation == Operation::Draw ? node.find<DropoutFacts>() : nullptr;
    for (std::int64_t row = 0; facts && facts->sequence->hasProtected() && row < node.rows.count; ++row) {
        if (facts->sequence->isProtected(row))
            m_protected.push_back({static_cast<double>(row) / static_cast<double>(node.rows.count),
                                   static_cast<double>(row + 1) / static_cast<double>(node.rows.count)});
    }
    takePicture(thumbnail);
    m_range = m_picture.isNull() ? QString() : words::rangeText(node, thumbnail.range);
    const QString size = m_range.isEmpty() ? m_size : tr("%1 · %2", "size, range of colors").arg(m_size, m_range);
    setAccessibleDescription(!m_error.isEmpty() ? m_error : m_tokens.isEmpty() ? size : m_tokens.join(u' '));
    update();
}

void StageButton::takePicture(const StripData::Thumbnail& thumbnail)
{
    m_drawn = {};
    const auto pixels = static_cast<std::size_t>(thumbnail.width) * static_cast<std::size_t>(thumbnail.height);
    if (pixels > 0 && thumbnail.pixels.size() == pixels) {
        m_drawn = QImage(reinterpret_cast<const uchar*>(thumbnail.pixels.data()), thumbnail.width, thumbnail.height,
                         QImage::Format_RGB32)
                      .copy(); // lines of 32-bit pixels have no padding
        m_drawn.setDevicePixelRatio(devicePixelRatioF());
    }
    m_isMask = thumbnail.node->quantity.family == QuantityFamily::Share;
    adaptPicture();
}

// Softens the white of a mask, which would glare on a dark ground.
void StageButton::adaptPicture()
{
    m_picture = m_drawn;
    if (!m_isMask || palette().color(QPalette::Window).lightness() >= 128)
        return;
    for (int y = 0; y < m_picture.height(); ++y) {
        auto* row = reinterpret_cast<std::uint32_t*>(m_picture.scanLine(y));
        std::transform(row, row + m_picture.width(), row, softened);
    }
}

void StageButton::changeEvent(QEvent* event)
{
    QAbstractButton::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    adaptPicture();
    emit resized(); // maps have other colors on a dark ground
}

void StageButton::setDimmed(bool dimmed)
{
    if (dimmed == m_dimmed)
        return;
    m_dimmed = dimmed;
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
    if (isChecked()) {
        QColor ground = m_hue;
        ground.setAlphaF(kShownGround);
        painter.fillRect(rect(), ground);
    }
    paintTexts(painter, inside);
    paintInside(painter, inside);
    paintMarks(painter, inside);
}

// Draws the symbol and range above the picture, the size below.
void StageButton::paintTexts(QPainter& painter, QRect inside) const
{
    QFont symbol = font();
    symbol.setWeight(isChecked() ? QFont::Bold : QFont::DemiBold);
    painter.setFont(symbol);
    painter.setPen(palette().color(QPalette::WindowText));
    const QRect above(0, 0, width(), inside.top());
    painter.drawText(above, Qt::AlignLeft | Qt::AlignVCenter, text());

    painter.setFont(scaledFont(font(), 0.9));
    painter.setPen(palette().color(QPalette::PlaceholderText));
    const QFontMetrics metrics(painter.font());
    const QRect below(0, inside.bottom() + 1, width(), fontMetrics().height() + 2);
    // Size as text: normal, closer together, or not at all. A number cut in half would be another number.
    for (const QString& size : {m_size, QString(m_size).replace(u" × "_s, u"×"_s)}) {
        if (metrics.horizontalAdvance(size) <= width()) {
            painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter, size);
            break;
        }
    }
    if (metrics.horizontalAdvance(m_range) + QFontMetrics(symbol).horizontalAdvance(text()) + 8 <= width())
        painter.drawText(above, Qt::AlignRight | Qt::AlignVCenter, m_range);
}

void StageButton::paintInside(QPainter& painter, QRect inside) const
{
    if (!m_picture.isNull()) {
        painter.drawImage(inside, m_picture);
        for (const Interval& rows : m_protected) // a bar at rows that dropout leaves alone
            painter.fillRect(QRectF(inside.left(), inside.top() + rows.low * inside.height(), kProtectedBar,
                                    (rows.high - rows.low) * inside.height()),
                             m_hue);
        return;
    }
    QColor ground = palette().color(QPalette::WindowText);
    ground.setAlphaF(0.06F);
    painter.fillRect(inside, ground);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.setFont(scaledFont(font(), 0.9));
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

// Marks where position enters, the node in the heatmap, and the keyboard focus.
void StageButton::paintMarks(QPainter& painter, QRect inside) const
{
    if (m_lit) {
        QPen frame(toColor(colourOf(Hue::Position).full), kBoxPen);
        frame.setJoinStyle(Qt::MiterJoin);
        painter.setPen(frame);
        painter.drawRect(inside.adjusted(kBoxPen / 2, kBoxPen / 2, -kBoxPen / 2, -kBoxPen / 2));
    }
    if (isChecked())
        painter.fillRect(QRect(0, height() - kMark, width(), kMark), m_hue);
    else if (underMouse())
        painter.fillRect(QRect(0, height() - 1, width(), 1), m_hue);
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
        painter.drawRect(inside.adjusted(0, 0, -1, -1));
    }
}

} // namespace phasor
