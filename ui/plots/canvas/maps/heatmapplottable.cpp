// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/maps/heatmapplottable_p.h"

#include "plots/canvas/labels/tickers_p.h"

#include <QPaintEngine>

#include <cmath>

namespace phasor {

ColorBar::ColorBar(QCustomPlot& plot)
    : m_scale(new QCPColorScale(&plot))
    , m_title(new QCPItemText(&plot))
{
    m_title->setLayer(QStringLiteral("legend"));
    m_title->setClipToAxisRect(false);
    m_title->position->setType(QCPItemPosition::ptAxisRectRatio);
    m_title->position->setAxisRect(m_scale->axis()->axisRect());
    m_title->setText({}); // QCustomPlot's is "text"
    m_title->setVisible(false);
    m_scale->setBarWidth(10);
    m_scale->setRangeDrag(false);
    m_scale->setRangeZoom(false);
}

void ColorBar::setBelow(bool below, bool named)
{
    m_named = named;
    m_title->setPadding(QMargins(0, 0, 0, below ? 1 : 6)); // above the uppermost tick label
    m_scale->setType(below ? QCPAxis::atBottom : QCPAxis::atRight);
    m_scale->setGradient(QCPColorGradient()); // without it the bar's image keeps its old direction
    makeGradient();
    m_scale->setMargins({}); // without it the margins of the other place stay
    m_scale->setMinimumMargins(below ? QMargins(0, 4, 8, 0) : QMargins(0, 0, 4, 0));
    m_scale->axis()->setTicker(QSharedPointer<ValueTicker>::create(*m_scale->axis()));
}

void ColorBar::show(const Picture& picture, const QString& label)
{
    if (m_map != picture.colorMap || m_mask != isMask(picture)) {
        m_map = picture.colorMap;
        m_mask = isMask(picture);
        makeGradient();
    }
    m_scale->setDataRange(QCPRange(picture.range.low, picture.range.high));
    m_title->setText(m_named || m_scale->type() == QCPAxis::atRight ? label : QString());
    m_title->setVisible(!m_title->text().isEmpty() && m_scale->visible());
}

// Places the title above the bar, from its left edge on, or up to the end of the room if it is longer.
void ColorBar::fit()
{
    const QCPAxisRect& rect = *m_scale->axis()->axisRect();
    const int room = rect.outerRect().right() - rect.left();
    const bool fits = QFontMetrics(m_title->font()).horizontalAdvance(m_title->text()) <= room;
    m_title->position->setCoords(fits ? 0 : static_cast<double>(room) / std::max(1, rect.width()), 0);
    m_title->setPositionAlignment((fits ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignBottom);
}

void ColorBar::hide()
{
    m_scale->setVisible(false);
    m_title->setVisible(false); // an item stays visible when its rect is hidden
}

void ColorBar::makeGradient()
{
    if (m_map == nullptr)
        return;
    constexpr int kColors = 256;
    QMap<double, QColor> stops;
    // QCPColorGradient's own expression for its levels, so that every level meets a stop exactly.
    const double step = 1.0 / (kColors - 1);
    for (int i = 0; i < kColors; ++i) {
        const std::uint32_t color = m_map->table[static_cast<std::size_t>(i)];
        stops.insert(i * step, toColor(m_mask && m_dark ? softened(color) : color));
    }
    QCPColorGradient gradient;
    gradient.setColorStops(stops);
    gradient.setLevelCount(kColors);
    gradient.setColorInterpolation(QCPColorGradient::ciRGB);
    m_scale->setGradient(gradient);
}

void ColorBar::setTheme(const Theme& theme)
{
    if (m_dark != theme.isDark()) {
        m_dark = theme.isDark();
        makeGradient();
    }
    for (QCPAxis* axis : m_scale->axis()->axisRect()->axes()) {
        axis->setBasePen(Qt::NoPen);
        axis->setTickPen(QPen(theme.muted, theme.axisWidth));
        axis->setTickLabelColor(theme.foreground);
        axis->setTickLabelFont(theme.smallFont);
        axis->setLabelColor(theme.muted);
        axis->setLabelFont(theme.smallFont);
        axis->setTickLength(0, 3);
        axis->setSubTickPen(Qt::NoPen);
    }
    const QCPAxis* axis = m_scale->axis();
    const QFontMetrics metrics(theme.smallFont);
    m_title->setFont(theme.smallFont);
    m_title->setColor(theme.muted);
    const int ticks = axis->tickLengthOut() + axis->tickLabelPadding();
    if (m_scale->type() == QCPAxis::atBottom) { // room for the name before there is data
        axis->axisRect()->setMinimumMargins(
            QMargins(0, m_named ? metrics.height() + 2 : 0, 0, ticks + metrics.height()));
        return;
    }
    const int room = ticks + metrics.horizontalAdvance(QStringLiteral("−0.00125"));
    axis->axisRect()->setMinimumMargins(QMargins(0, metrics.height() + 7, room, 0));
}

bool isMask(const Picture& picture)
{
    return picture.quantity.family == QuantityFamily::Share && picture.colorMap != nullptr
        && picture.colorMap->id == "grey";
}

void HeatmapPlottable::setData(DataPtr data)
{
    m_data = std::move(data);
    const bool shown = m_data && m_data->width > 0 && m_data->height > 0;
    m_image = shown ? imageOf(*m_data) : QImage();
    if (!shown || !isMask(*m_data) || !m_canvas.theme().isDark())
        return;
    auto* const copied = reinterpret_cast<std::uint32_t*>(m_image.bits());
    std::transform(copied, copied + m_data->pixels.size(), copied, softened);
}

// Frames around the cells of a mask, because a kept cell is as white as the paper.
void HeatmapPlottable::drawFrames(QCPPainter& painter, const QRectF& place) const
{
    constexpr double kLeastCell = 6; // logical pixels
    const Interval rows = m_data->visibleRows;
    const Interval columns = m_data->visibleColumns;
    const double height = place.height() / (rows.high - rows.low);
    const double width = place.width() / (columns.high - columns.low);
    if (!isMask(*m_data) || height < kLeastCell || width < kLeastCell)
        return;
    const Theme& theme = m_canvas.theme();
    painter.setPen(QPen(theme.isDark() ? theme.background : theme.muted, 0.5 * theme.axisWidth));
    for (double row = std::ceil(rows.low); row <= rows.high; ++row) {
        const double y = place.top() + (row - rows.low) * height;
        painter.drawLine(QPointF(place.left(), y), QPointF(place.right(), y));
    }
    for (double column = std::ceil(columns.low); column <= columns.high; ++column) {
        const double x = place.left() + (column - columns.low) * width;
        painter.drawLine(QPointF(x, place.top()), QPointF(x, place.bottom()));
    }
}

// Target rectangle. QCPAxis::coordToPixel is one pixel off: its vertical axes run from bottom() to top() - 1.
QRectF HeatmapPlottable::target() const
{
    const QRect rect = mKeyAxis->axisRect()->rect();
    const QCPRange across = mKeyAxis->range();
    const QCPRange down = mValueAxis->range();
    const auto x = [&](double column) {
        return rect.x() + (column - across.lower) / across.size() * rect.width();
    };
    const auto y = [&](double row) {
        return rect.y() + (row - down.lower) / down.size() * rect.height();
    };
    const Interval columns = m_data->columns.inCoordinates(m_data->visibleColumns);
    const Interval rows = m_data->rows.inCoordinates(m_data->visibleRows);
    return QRectF(QPointF(x(columns.low), y(rows.low)), QPointF(x(columns.high), y(rows.high)));
}

void HeatmapPlottable::draw(QCPPainter* painter)
{
    if (m_image.isNull() || !(mKeyAxis->range().size() > 0) || !(mValueAxis->range().size() > 0))
        return;
    painter->setAntialiasing(false);
    painter->setRenderHint(QPainter::SmoothPixmapTransform, false);
    QRectF place = target();
    if (painter->paintEngine()->type() == QPaintEngine::Raster) {
        // Aligns to device pixels, because the data has one pixel for each.
        const QTransform toDevice = painter->deviceTransform();
        const QRectF device = toDevice.mapRect(place);
        const auto pixel = [](double at) { // of a picture that waits for a much deeper zoom it may be far outside
            constexpr double kFar = 1e9;
            return qRound(std::clamp(at, -kFar, kFar));
        };
        const QRect whole(QPoint(pixel(device.left()), pixel(device.top())),
                          QPoint(pixel(device.right()) - 1, pixel(device.bottom()) - 1));
        place = toDevice.inverted().mapRect(QRectF(whole));
    }
    painter->drawImage(place, m_image);
    drawFrames(*painter, place);
}

} // namespace phasor
