// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/maps/maprect_p.h"

#include "plots/canvas/ranges_p.h"
#include "words/pictures.h"

namespace phasor {

MapRect::MapRect(Canvas& canvas, Gestures& gestures, QCPAxisRect& rect)
    : m_gestures(gestures)
    , m_rect(rect)
    , m_columns(rect.axis(QCPAxis::atBottom))
    , m_rows(rect.axis(QCPAxis::atLeft))
    , m_map(new HeatmapPlottable(m_columns, m_rows))
    , m_rowTicker(QSharedPointer<IndexTicker>::create(*m_rows))
    , m_columnTicker(QSharedPointer<IndexTicker>::create(*m_columns))
    , m_row(canvas.addOverlay<CrossHair>(rect, *m_rows))
    , m_column(canvas.addOverlay<CrossHair>(rect, *m_columns))
{
    m_map->setLayer(QStringLiteral("data"));
    m_rows->setRangeReversed(true);
    m_rows->setOffset(1); // QCustomPlot's ticks begin on the outermost pixels of the rect
    m_columns->setOffset(1);
    m_rows->setTicker(m_rowTicker);
    m_columns->setTicker(m_columnTicker);
    m_rows->grid()->setVisible(false);
}

void MapRect::show(const HeatmapPlottable::DataPtr& picture)
{
    m_map->setData(picture);
    const Axis rows = picture ? picture->rows : Axis{};
    const Axis columns = picture ? picture->columns : Axis{.kind = AxisKind::Dimension};
    m_gestures.show(*m_rows, rows);
    m_gestures.show(*m_columns, columns);
    const bool named = picture && IndexTicker::hasRoomForNames(rows, picture->visibleRows);
    m_rowTicker->show(rows, named);
    m_columnTicker->show(columns, picture && IndexTicker::hasRoomForNames(columns, picture->visibleColumns));
    m_rows->setLabel(words::axisTitle(rows.kind, named));
}

QString MapRect::titleColumns(const QString& axis)
{
    m_columns->setLabel(axis);
    const Picture* picture = m_map->data();
    const QString pixel = picture ? words::pixelText(*picture) : QString();
    if (pixel.isEmpty())
        return {};
    const QString brief = words::shortPixelText(*picture);
    const QFontMetrics metrics(m_columns->labelFont());
    for (const QString& title : {words::titleWith(axis, pixel), words::titleWith(axis, brief), brief}) {
        if (metrics.horizontalAdvance(title) <= m_rect.width()) {
            m_columns->setLabel(title);
            return {};
        }
    }
    return pixel;
}

void MapRect::showCursor(const Cursor& cursor)
{
    m_row.moveTo(m_gestures.centresOn(*m_rows, cursor));
    m_column.moveTo(m_gestures.centresOn(*m_columns, cursor));
}

void MapRect::setTheme(const Theme& theme)
{
    m_map->setTheme(theme);
    m_row.setTheme(theme);
    m_column.setTheme(theme);
    // The picture has its own edge: no axis lines around it.
    m_rows->setBasePen(Qt::NoPen);
    m_columns->setBasePen(Qt::NoPen);
}

QSize MapRect::pixels(double scale) const
{
    return Canvas::deviceSize(m_rect.rect(), scale);
}

} // namespace phasor
