// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/tables/mosaic_p.h"

#include "plots/canvas/labels/tickers_p.h"
#include "words/pictures.h"
#include "words/summaries/summaries.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

// The coordinate of a grid's row or column is that of its map's first cell: ticks stand in the middle of the maps.
void setTicks(QCPAxis& axis, std::int64_t maps)
{
    constexpr std::int64_t kMostLabels = 16;
    auto ticker = QSharedPointer<NameTicker>::create(axis);
    const std::int64_t step = (maps + kMostLabels - 1) / kMostLabels;
    for (std::int64_t map = 0; map < maps; map += step)
        ticker->addTick((static_cast<double>(map) + 0.5) * static_cast<double>(maps), QString::number(map));
    axis.setTicker(ticker);
}

} // namespace

MosaicPlot::MosaicPlot(Store& store, QWidget* parent)
    : CanvasPlot("mosaic", store, parent)
    , m_panels{makePanel(0), makePanel(1)}
    , m_bar(canvas())
{
    auto* sides = new QCPMarginGroup(&canvas()); // A's and B's mosaic are equally wide
    for (const Panel& panel : m_panels)
        panel.rect->setMarginGroup(QCP::msLeft | QCP::msTop | QCP::msBottom, sides);
    m_bar.element()->setMarginGroup(QCP::msTop | QCP::msBottom, sides);
    arrange();
    setTheme(Theme::light());
    show(nullptr);
}

// What the layout does not have, nobody would delete while the canvas still lives.
MosaicPlot::~MosaicPlot()
{
    for (const Panel& panel : m_panels) {
        if (panel.rect->layout() == nullptr)
            canvas().plotLayout()->addElement(panel.rect);
    }
}

MosaicPlot::Panel MosaicPlot::makePanel(int column)
{
    QCPAxisRect* rect = makeRect(0, column);
    QCPAxis* across = rect->axis(QCPAxis::atBottom);
    QCPAxis* down = rect->axis(QCPAxis::atLeft);
    auto* map = new HeatmapPlottable(across, down);
    map->setLayer(QStringLiteral("data"));
    down->setRangeReversed(true);
    for (QCPAxis* axis : {across, down}) {
        axis->setOffset(1);
        axis->grid()->setVisible(false);
    }
    across->setLabel(tr("column of the grid"));
    down->setLabel(column == 0 ? tr("row of the grid") : QString());
    return {rect, map, &canvas().addOverlay<CrossHair>(*rect, *down), &canvas().addOverlay<CrossHair>(*rect, *across)};
}

void MosaicPlot::arrange()
{
    QCPLayoutGrid* grid = canvas().plotLayout();
    for (QCPLayoutElement* element :
         {static_cast<QCPLayoutElement*>(m_panels[0].rect), static_cast<QCPLayoutElement*>(m_panels[1].rect),
          static_cast<QCPLayoutElement*>(m_bar.element())}) {
        if (element->layout() == grid)
            grid->take(element);
    }
    grid->simplify();
    grid->addElement(0, 0, m_panels[0].rect);
    m_panels[1].rect->setVisible(m_comparing);
    if (m_comparing)
        grid->addElement(0, 1, m_panels[1].rect);
    grid->addElement(0, m_comparing ? 2 : 1, m_bar.element());
    grid->setColumnStretchFactors(m_comparing ? QList<double>{1, 1, 0.001} : QList<double>{1, 0.001});
}

void MosaicPlot::prepare(const Scene& scene)
{
    if (m_comparing == scene.b.has_value())
        return;
    m_comparing = scene.b.has_value();
    arrange();
    setTheme(theme());
}

ViewRequest MosaicPlot::requestAt(const ViewState&, Resolution resolution) const
{
    const QSize pixels = Canvas::deviceSize(m_panels[0].rect->rect(), resolution.scale);
    return MosaicRequest{.width = pixels.width(),
                         .height = pixels.height(),
                         .widthOfB
                         = m_comparing ? Canvas::deviceSize(m_panels[1].rect->rect(), resolution.scale).width() : 0,
                         .gapColour = theme().background.rgb(),
                         .nanColour = theme().nanColour.rgb(),
                         .wholeCells = resolution.vector};
}

const MosaicData::Mosaic* MosaicPlot::mosaicOf(std::size_t panel) const
{
    if (!m_data)
        return nullptr;
    return panel == 0 ? &m_data->a : m_data->b ? &*m_data->b : nullptr;
}

void MosaicPlot::showPanel(const Panel& panel, const MosaicData::Mosaic* mosaic) const
{
    panel.map->setData(mosaic != nullptr ? HeatmapPlottable::DataPtr(m_data, &mosaic->picture) : nullptr);
    QCPAxis* across = panel.rect->axis(QCPAxis::atBottom);
    QCPAxis* down = panel.rect->axis(QCPAxis::atLeft);
    // Labels have their room at any time, so that data move nothing.
    setTicks(*down, mosaic != nullptr ? mosaic->rows : 0);
    setTicks(*across, mosaic != nullptr ? mosaic->columns : 0);
    if (mosaic == nullptr)
        return;
    down->setRange(0, static_cast<double>(mosaic->rows * mosaic->rows));
    across->setRange(0, static_cast<double>(mosaic->columns * mosaic->columns));
}

void MosaicPlot::showData(const ViewDataPtr& newData)
{
    m_data = std::dynamic_pointer_cast<const MosaicData>(newData);
    for (std::size_t i = 0; i < m_panels.size(); ++i)
        showPanel(m_panels[i], mosaicOf(i));
    m_bar.element()->setVisible(m_data != nullptr);
    if (m_data && m_data->a.picture.colorMap)
        m_bar.show(*m_data->a.picture.colorMap, m_data->a.picture.range, words::valueLabel(m_data->a.picture));
    const QString summary = m_data ? words::summary(*m_data) : QString();
    setTexts(tr("Mosaic"), summary);
}

// The cell of the map, and the cell in it.
void MosaicPlot::showCursor(const Cursor& cursor)
{
    const auto position = cursor[AxisKind::Position];
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        const MosaicData::Mosaic* mosaic = mosaicOf(i);
        std::vector<double> row;
        std::vector<double> column;
        const auto inside = [&](std::int64_t cell) {
            return cell >= 0 && cell < mosaic->rows * mosaic->columns;
        };
        if (mosaic != nullptr && position && inside(*position - mosaic->first)) {
            const std::int64_t map = *position - mosaic->first;
            const std::int64_t wanted = cursor[AxisKind::Key].value_or(*position) - mosaic->first;
            const std::int64_t cell = inside(wanted) ? wanted : map;
            const std::int64_t width = mosaic->columns;
            row.push_back(static_cast<double>(map / width * mosaic->rows + cell / width) + 0.5);
            column.push_back(static_cast<double>(map % width * width + cell % width) + 0.5);
        }
        m_panels[i].row->moveTo(std::move(row));
        m_panels[i].column->moveTo(std::move(column));
    }
}

std::optional<Cursor> MosaicPlot::cursorAt(const QPoint& pixel) const
{
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        const MosaicData::Mosaic* mosaic = mosaicOf(i);
        if (mosaic == nullptr || !m_panels[i].rect->rect().contains(pixel))
            continue;
        const auto at = [&](QCPAxis::AxisType side, std::int64_t maps) {
            const double coordinate = std::floor(coordinateAt(*m_panels[i].rect->axis(side), pixel));
            return std::clamp<std::int64_t>(static_cast<std::int64_t>(coordinate), 0, maps * maps - 1);
        };
        const std::int64_t row = at(QCPAxis::atLeft, mosaic->rows);
        const std::int64_t column = at(QCPAxis::atBottom, mosaic->columns);
        Cursor cursor = view().cursor;
        const std::int64_t width = mosaic->columns;
        cursor[AxisKind::Position] = mosaic->first + row / mosaic->rows * width + column / width;
        cursor[AxisKind::Key] = mosaic->first + row % mosaic->rows * width + column % width;
        return cursor;
    }
    return std::nullopt;
}

void MosaicPlot::applyTheme()
{
    m_bar.setTheme(theme());
    for (const Panel& panel : m_panels) {
        panel.row->setTheme(theme());
        panel.column->setTheme(theme());
        for (const auto side : {QCPAxis::atBottom, QCPAxis::atLeft})
            panel.rect->axis(side)->setBasePen(Qt::NoPen);
    }
}

} // namespace phasor
