// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/maps/headmaps_p.h"

#include "plots/canvas/maps/heatmapplottable_p.h"
#include "words/coretexts.h"

#include <cmath>

namespace phasor {

constexpr double kLeastMap = 24; // minimum side of a map, logical pixels
constexpr double kMapGap = 8; // between two maps, logical pixels
constexpr double kCrossArm = 5; // half the length of a cross, logical pixels

// Coordinate of the cell at `part` (0 … 1) of the visible interval.
static std::int64_t coordinateOf(const Axis& axis, Interval visible, double part)
{
    const auto index = static_cast<std::int64_t>(std::floor(visible.low + part * (visible.high - visible.low)));
    return axis.coordinate(std::clamp<std::int64_t>(index, 0, axis.count - 1));
}

// Center of a coordinate's cell, as a part (0 … 1) of the visible interval; nullopt: not visible.
static std::optional<double> partOf(const Axis& axis, Interval visible, std::int64_t coordinate)
{
    const std::optional<std::int64_t> index = axis.index(coordinate);
    if (!index)
        return std::nullopt;
    const double part = (static_cast<double>(*index) + 0.5 - visible.low) / (visible.high - visible.low);
    return part >= 0 && part <= 1 ? std::optional(part) : std::nullopt;
}

// Names of a map, the longest first: "head 3: slope 0.125", "head 3", "3".
static QStringList namesOf(const BiasMaps::Map& map)
{
    const QString name = HeadMaps::tr("head %1").arg(map.head);
    QStringList names{name, QString::number(map.head)};
    if (map.slope)
        names.prepend(HeadMaps::tr("%1: slope %2", "a head and its slope").arg(name, words::number(*map.slope)));
    return names;
}

HeadMaps::HeadMaps(const Canvas& canvas, QCPAxisRect& rect)
    : QCPLayerable(rect.parentPlot(), QStringLiteral("data"))
    , m_canvas(canvas)
    , m_rect(rect)
{
}

// Number of maps that fit at their minimum size.
int HeadMaps::capacity() const
{
    const auto along = [](double pixels, double each) {
        return std::max(1, static_cast<int>((pixels + kMapGap) / each));
    };
    return along(m_rect.width(), kLeastMap + kMapGap) * along(m_rect.height(), kLeastMap + kMapGap + labelHeight());
}

std::int64_t HeadMaps::shown() const
{
    const std::int64_t most = capacity();
    const std::int64_t step = (m_heads + most - 1) / most;
    return (m_heads + step - 1) / step;
}

// Squares, as large as possible, with room for all maps.
HeadMaps::Cells HeadMaps::cells() const
{
    const auto count = static_cast<int>(shown());
    Cells best;
    for (int columns = 1; columns <= count; ++columns) {
        const int rows = (count + columns - 1) / columns;
        const double across = (m_rect.width() + kMapGap) / columns - kMapGap;
        const double down = (m_rect.height() + kMapGap) / rows - kMapGap - labelHeight();
        const double side = std::floor(std::min(across, down));
        if (side > best.side)
            best = {columns, rows, side};
    }
    best.side = std::max(1.0, best.side);
    return best;
}

HeadsRequest::Room HeadMaps::room(double scale) const
{
    return {.maps = capacity(), .side = std::max(1, static_cast<int>(std::lround(cells().side * scale)))};
}

QRectF HeadMaps::mapRect(std::size_t index) const
{
    const Cells all = cells();
    const int row = static_cast<int>(index) / all.columns;
    const int column = static_cast<int>(index) % all.columns;
    const double across = all.columns * (all.side + kMapGap) - kMapGap;
    const double down = all.rows * (all.side + kMapGap + labelHeight()) - kMapGap;
    const double left = std::floor(m_rect.left() + std::max(0.0, (m_rect.width() - across) / 2));
    const double top = std::floor(m_rect.top() + std::max(0.0, (m_rect.height() - down) / 2));
    return {left + column * (all.side + kMapGap), top + row * (all.side + kMapGap + labelHeight()) + labelHeight(),
            all.side, all.side};
}

std::optional<HeadMaps::Cell> HeadMaps::cellAt(const QPoint& pixel) const
{
    for (std::size_t i = 0; m_maps != nullptr && i < m_maps->maps.size(); ++i) {
        const QRectF place = mapRect(i);
        if (!place.adjusted(0, -labelHeight(), 0, 0).contains(pixel))
            continue;
        const Picture& picture = m_maps->maps[i].picture;
        const auto part = [](double at, double from, double size) {
            return std::clamp((at + 0.5 - from) / size, 0.0, 1.0);
        };
        return Cell{
            .head = m_maps->maps[i].head,
            .query = coordinateOf(picture.rows, picture.visibleRows, part(pixel.y(), place.y(), place.height())),
            .key = coordinateOf(picture.columns, picture.visibleColumns, part(pixel.x(), place.x(), place.width()))};
    }
    return std::nullopt;
}

std::vector<QPointF> HeadMaps::placesOf(std::int64_t query, std::int64_t key) const
{
    std::vector<QPointF> places;
    for (std::size_t i = 0; m_maps != nullptr && i < m_maps->maps.size(); ++i) {
        const Picture& picture = m_maps->maps[i].picture;
        const auto down = partOf(picture.rows, picture.visibleRows, query);
        const auto across = partOf(picture.columns, picture.visibleColumns, key);
        const QRectF place = mapRect(i);
        if (down && across)
            places.push_back(place.topLeft() + QPointF(*across * place.width(), *down * place.height()));
    }
    return places;
}

void HeadMaps::draw(QCPPainter* painter)
{
    const Theme& theme = m_canvas.theme();
    for (std::size_t i = 0; m_maps != nullptr && i < m_maps->maps.size(); ++i) {
        const BiasMaps::Map& map = m_maps->maps[i];
        const QRectF place = mapRect(i);
        const bool chosen = map.head == m_maps->chosen;
        painter->setRenderHint(QPainter::SmoothPixmapTransform, false);
        painter->drawImage(place, imageOf(map.picture));
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(chosen ? theme.foreground : theme.grid, chosen ? 2 * theme.lineWidth : theme.axisWidth,
                             Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        const double out = chosen ? theme.lineWidth : theme.axisWidth / 2;
        painter->drawRect(place.adjusted(-out, -out, out, out));
        QFont font = theme.smallFont;
        font.setBold(chosen);
        const QFontMetricsF metrics(font);
        const double room = place.width() + kMapGap - 2;
        const QStringList names = namesOf(map);
        const auto longest
            = std::ranges::find_if(names, [&](const QString& name) { return metrics.horizontalAdvance(name) <= room; });
        painter->setFont(font);
        painter->setPen(QPen(chosen ? theme.foreground : theme.muted));
        painter->drawText(QRectF(place.x() - 1, place.y() - labelHeight() - out, room, labelHeight()),
                          Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                          longest != names.end() ? *longest : names.last());
    }
}

void HeadCrosses::paint(QPainter& painter) const
{
    for (const QPen& pen : crossPens()) {
        painter.setPen(pen);
        for (const QPointF& place : m_places) {
            painter.drawLine(place - QPointF(kCrossArm, 0), place + QPointF(kCrossArm, 0));
            painter.drawLine(place - QPointF(0, kCrossArm), place + QPointF(0, kCrossArm));
        }
    }
}

} // namespace phasor
