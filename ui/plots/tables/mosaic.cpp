// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/mosaic.h"

#include "plots/drawings.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace phasor {

const GridMaps* mosaicOf(const MosaicData* data, std::size_t panel)
{
    if (data == nullptr || panel == 0)
        return data == nullptr ? nullptr : &data->a;
    const std::optional<GridMaps>& other = panel == 1 ? data->b : data->difference;
    return other ? &*other : nullptr;
}

// A grid row or column has the coordinate of its map's first cell; ticks are at the center of the maps.
static DrawnAxis gridAxis(std::int64_t maps, const QStringList& labels)
{
    constexpr std::int64_t kMostLabels = 16;
    const auto cells = static_cast<double>(std::max<std::int64_t>(1, maps));
    DrawnAxis axis{.labels = labels, .range = {0, cells * cells}, .widestName = QStringLiteral("00")};
    const std::int64_t step = std::max<std::int64_t>(1, (maps + kMostLabels - 1) / kMostLabels);
    for (std::int64_t map = 0; map < maps; map += step)
        axis.names.emplace_back((static_cast<double>(map) + 0.5) * cells, QString::number(map));
    return axis;
}

// Small maps for the cells of a grid: a cell's similarity to all cells. While comparing, also those of B, and A − B.
static Drawing drawMosaic(const DataPtr<MosaicData>& data, const DrawingContext& context)
{
    Drawing drawing;
    for (std::size_t i = 0; i < (context.comparing() ? 3 : 1); ++i) {
        const GridMaps* mosaic = mosaicOf(data.get(), i);
        constexpr std::array<std::string_view, 3> kIds{"a", "b", "difference"};
        Panel panel{.id = kIds[i], .side = i == 1 ? Side::B : Side::A, .map = DrawnMap{}, .square = true};
        panel.blank = data && mosaic == nullptr;
        panel.place.column = static_cast<int>(i);
        panel.title = !context.comparing() ? QString() : i == 2 ? words::differenceName() : words::sideName(panel.side);
        panel.across = gridAxis(mosaic != nullptr ? mosaic->columns : 0,
                                {PlotWords::tr("column of the grid"), PlotWords::tr("column", "of a grid")});
        panel.up = gridAxis(mosaic != nullptr ? mosaic->rows : 0,
                            {PlotWords::tr("row of the grid"), PlotWords::tr("row", "of a grid")});
        panel.up.reversed = true;
        if (i > 0)
            panel.up.labels = {};
        if (mosaic != nullptr) {
            panel.map->picture = {data, &mosaic->picture};
            panel.map->barLabel = i == 2 ? words::differenceName() : words::valueLabel(mosaic->picture);
        }
        drawing.panels.push_back(std::move(panel));
    }
    return drawing;
}

static ViewRequest requestMosaic(const ViewState& view, const DrawingRoom& room, const ViewData*)
{
    auto request = requested<MosaicRequest>(view, room);
    request.picture.zoom = {};
    request.gapColor = room.background;
    return request;
}

// The cell of a map and the cell inside the map.
static Cross crossOfMosaic(const ViewData& shown, std::size_t panel, const Cursor& cursor)
{
    const GridMaps* mosaic = mosaicOf(&dynamic_cast<const MosaicData&>(shown), panel);
    const auto position = cursor[AxisKind::Position];
    const auto inside = [&](std::int64_t cell) {
        return cell >= 0 && cell < mosaic->rows * mosaic->columns;
    };
    if (mosaic == nullptr || !position || !inside(*position - mosaic->first))
        return {};
    const std::int64_t map = *position - mosaic->first;
    const std::int64_t wanted = cursor[AxisKind::Key].value_or(*position) - mosaic->first;
    const std::int64_t cell = inside(wanted) ? wanted : map;
    const std::int64_t width = mosaic->columns;
    const std::int64_t column = map % width * width + cell % width;
    const std::int64_t row = map / width * mosaic->rows + cell / width;
    return {.x = {static_cast<double>(column) + 0.5}, .y = {static_cast<double>(row) + 0.5}};
}

static std::optional<Cursor> cursorInMosaic(const ViewData& shown, const DrawingContext&, const Place& place,
                                            Cursor cursor)
{
    const GridMaps* mosaic = mosaicOf(&dynamic_cast<const MosaicData&>(shown), place.panel);
    if (mosaic == nullptr)
        return std::nullopt;
    const auto at = [](double coordinate, std::int64_t maps) {
        return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(coordinate)), 0, maps * maps - 1);
    };
    const std::int64_t row = at(place.y, mosaic->rows);
    const std::int64_t column = at(place.x, mosaic->columns);
    const std::int64_t width = mosaic->columns;
    cursor[AxisKind::Position] = mosaic->first + row / mosaic->rows * width + column / width;
    cursor[AxisKind::Key] = mosaic->first + row % mosaic->rows * width + column % width;
    return cursor;
}

const PlotSpec kMosaic{.title = QT_TRANSLATE_NOOP("Plots", "Mosaic"),
                       .question = QT_TRANSLATE_NOOP("Plots", "Which grid cells look alike?"),
                       .node = "position",
                       .draw = drawingOf<MosaicData, drawMosaic>,
                       .request = requestMosaic,
                       .cursorAt = cursorInMosaic,
                       .crossAt = crossOfMosaic};

} // namespace phasor
