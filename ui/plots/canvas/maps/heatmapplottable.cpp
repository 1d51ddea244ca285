// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/maps/heatmapplottable_p.h"

#include <QPaintEngine>

#include <algorithm>
#include <cmath>

namespace phasor {

HeatmapPlottable::HeatmapPlottable(QCPAxis* columns, QCPAxis* rows)
    : QCPAbstractPlottable(columns, rows)
{
    setName(QStringLiteral("heatmap"));
    setSelectable(QCP::stNone);
    setAntialiased(false);
    removeFromLegend();
}

void HeatmapPlottable::setData(DataPtr data)
{
    m_data = std::move(data);
    makeImage();
}

void HeatmapPlottable::setTheme(const Theme& theme)
{
    m_dark = theme.isDark();
    m_frame = QPen(m_dark ? theme.background : theme.muted, 0.5 * theme.axisWidth);
    makeImage();
}

bool isMask(const Picture& picture)
{
    return picture.quantity.family == QuantityFamily::Share && picture.colorMap != nullptr
        && picture.colorMap->id == "grey";
}

void HeatmapPlottable::makeImage()
{
    m_image = QImage();
    if (!m_data || m_data->width <= 0 || m_data->height <= 0)
        return;
    const std::uint32_t* pixels = m_data->pixels.data();
    if (isMask(*m_data) && m_dark) {
        m_softened.resize(m_data->pixels.size());
        std::transform(m_data->pixels.begin(), m_data->pixels.end(), m_softened.begin(), softened);
        pixels = m_softened.data();
    }
    m_image = QImage(reinterpret_cast<const uchar*>(pixels), m_data->width, m_data->height,
                     static_cast<qsizetype>(m_data->width) * 4, QImage::Format_RGB32);
}

// Lines between the cells of a mask: a kept one is as white as the paper beside it.
void HeatmapPlottable::drawFrames(QCPPainter& painter, const QRectF& place) const
{
    constexpr double kLeastCell = 6; // logical pixels
    const Interval rows = m_data->visibleRows;
    const Interval columns = m_data->visibleColumns;
    const double height = place.height() / (rows.high - rows.low);
    const double width = place.width() / (columns.high - columns.low);
    if (!m_data || !isMask(*m_data) || height < kLeastCell || width < kLeastCell)
        return;
    painter.setPen(m_frame);
    for (double row = std::ceil(rows.low); row <= rows.high; ++row) {
        const double y = place.top() + (row - rows.low) * height;
        painter.drawLine(QPointF(place.left(), y), QPointF(place.right(), y));
    }
    for (double column = std::ceil(columns.low); column <= columns.high; ++column) {
        const double x = place.left() + (column - columns.low) * width;
        painter.drawLine(QPointF(x, place.top()), QPointF(x, place.bottom()));
    }
}

// Not by QCPAxis::coordToPixel: its vertical axes run from bottom() to top() - 1, one pixel beside the axis rect.
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

// QCPLayer moves every clip rectangle up by one pixel, as its lines are; pixels are not.
QRect HeatmapPlottable::clipRect() const
{
    return QCPAbstractPlottable::clipRect().translated(0, 1);
}

void HeatmapPlottable::draw(QCPPainter* painter)
{
    if (m_image.isNull() || !(mKeyAxis->range().size() > 0) || !(mValueAxis->range().size() > 0))
        return;
    painter->setAntialiasing(false);
    painter->setRenderHint(QPainter::SmoothPixmapTransform, false);
    QRectF place = target();
    if (painter->paintEngine()->type() == QPaintEngine::Raster) {
        // Whole device pixels: the data has one pixel for each.
        const QTransform toDevice = painter->deviceTransform();
        const QRectF device = toDevice.mapRect(place);
        const QRect whole(QPoint(qRound(device.left()), qRound(device.top())),
                          QPoint(qRound(device.right()) - 1, qRound(device.bottom()) - 1));
        place = toDevice.inverted().mapRect(QRectF(whole));
    }
    painter->drawImage(place, m_image);
    drawFrames(*painter, place);
}

void HeatmapPlottable::drawLegendIcon(QCPPainter*, const QRectF&) const { }

double HeatmapPlottable::selectTest(const QPointF&, bool, QVariant*) const
{
    return -1;
}

QCPRange HeatmapPlottable::getKeyRange(bool& foundRange, QCP::SignDomain) const
{
    foundRange = m_data != nullptr;
    if (!foundRange)
        return {};
    const Interval columns = m_data->columns.inCoordinates(m_data->visibleColumns);
    return {columns.low, columns.high};
}

QCPRange HeatmapPlottable::getValueRange(bool& foundRange, QCP::SignDomain, const QCPRange&) const
{
    foundRange = m_data != nullptr;
    if (!foundRange)
        return {};
    const Interval rows = m_data->rows.inCoordinates(m_data->visibleRows);
    return {rows.low, rows.high};
}

} // namespace phasor
