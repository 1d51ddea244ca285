// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/maprect_p.h"

#include "plots/canvas/ranges_p.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr double kMostPixels = 16384; // of a figure's bitmap, each way
constexpr double kLeastPerCell = 4; // fewer, and a viewer's smoothing shows at the edges

int wholeCells(const ViewState::Range& range, std::int64_t count, int pixels)
{
    const Interval visible = visibleOf(range, static_cast<double>(count));
    const double cells = visible.high - visible.low;
    const bool whole = visible.low == std::floor(visible.low) && visible.high == std::floor(visible.high);
    if (!whole || cells < 1 || cells > pixels)
        return pixels;
    const double each = std::min(std::max(kLeastPerCell, std::ceil(pixels / cells)), std::floor(kMostPixels / cells));
    return static_cast<int>(cells * std::max(1.0, each));
}

} // namespace

MapRect::MapRect(Canvas& canvas, Gestures& gestures, QCPAxisRect& rect)
    : m_rect(rect)
    , m_columns(rect.axis(QCPAxis::atBottom))
    , m_rows(rect.axis(QCPAxis::atLeft))
    , m_map(new HeatmapPlottable(m_columns, m_rows))
    , m_rowTicker(QSharedPointer<IndexTicker>::create(*m_rows, IndexTicker::Steps::Decimal))
    , m_columnTicker(QSharedPointer<IndexTicker>::create(*m_columns, IndexTicker::Steps::Binary))
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
    gestures.link(m_rows, Gestures::Along::Rows);
    gestures.link(m_columns, Gestures::Along::Columns);
}

void MapRect::show(const HeatmapPlottable::DataPtr& data)
{
    m_map->setData(data);
    const Shape table = data ? data->table : Shape{};
    m_rowTicker->setIndices(0.5, data ? data->firstPosition : 0, table.rows);
    m_columnTicker->setIndices(0.5, 0, table.cols);
    const bool named = data && !data->rowLabels.empty();
    m_rowTicker->setNames(named ? static_cast<std::int64_t>(std::floor(data->rows.low)) : 0,
                          named ? data->rowLabels : std::vector<std::string>{});
    m_rows->setLabel(named ? Gestures::tr("token") : Gestures::tr("position"));
}

void MapRect::showCursor(const Gestures& gestures, const std::optional<ViewState::Cell>& cell)
{
    m_row.moveTo(cell ? gestures.coordinateOf(Gestures::Along::Rows, cell->row) : std::nullopt);
    m_column.moveTo(cell ? gestures.coordinateOf(Gestures::Along::Columns, cell->dimension) : std::nullopt);
}

void MapRect::setTheme(const Theme& theme)
{
    m_row.setTheme(theme);
    m_column.setTheme(theme);
    // The picture has its own edge: no axis lines around it.
    m_rows->setBasePen(Qt::NoPen);
    m_columns->setBasePen(Qt::NoPen);
}

QSize MapRect::pixels(const ViewState& view, double scale, bool vector) const
{
    const QSize device = Canvas::deviceSize(m_rect.rect(), scale);
    const HeatmapData* shown = m_map->data();
    if (!vector || !shown)
        return device;
    return {wholeCells(view.columns, shown->table.cols, device.width()),
            wholeCells(view.rows, shown->table.rows, device.height())};
}

} // namespace phasor
