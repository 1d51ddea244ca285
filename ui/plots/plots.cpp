// SPDX-License-Identifier: GPL-3.0-or-later
// The list of all plots, and what the drawings of pictures share.
#include "plots/canvas/drawing/drawingplot_p.h"
#include "views/check/tablecheck.h"

namespace phasor {

std::unique_ptr<Plot> PlotSpec::make(Store& store, QWidget* parent) const
{
    return ownPlot != nullptr ? ownPlot(*this, store, parent) : std::make_unique<DrawingPlot>(*this, store, parent);
}

NodeId PlotSpec::nodeOf(const ViewState& view, const Pipeline& pipeline) const
{
    if (!node.empty())
        return NodeId(node);
    if (pipeline.find(view.node) != nullptr)
        return view.node;
    const auto entry = std::ranges::find_if(pipeline.nodes(), [](const NodePtr& any) { return any->positionEnters; });
    return entry != pipeline.nodes().end() ? (*entry)->id : view.node;
}

Axis PlotSpec::columnsOf(const Node& shown) const
{
    if (!square)
        return shown.columns;
    Axis keys = shown.rows;
    keys.kind = AxisKind::Key;
    return keys;
}

std::span<const PlotSpec> plotSpecs()
{
    const auto named = [](std::string_view id, PlotSpec spec) {
        spec.id = id;
        return spec;
    };
    static const PlotSpec kPlots[] = {
#define PHASOR_VIEW(name, id, group, options) named(id, k##name),
#include "views/views.def"
#undef PHASOR_VIEW
    };
    return kPlots;
}

const PlotSpec* findPlot(std::string_view id)
{
    const auto found = std::ranges::find(plotSpecs(), id, &PlotSpec::id);
    return found != plotSpecs().end() ? &*found : nullptr;
}

int stageCell(const ViewState& view)
{
    int found = -1;
    for (int i = view.board.size() - 1; i >= 0; --i) {
        const BoardCell& cell = view.board.cell(i);
        if (!findPlot(cell.view)->takesOption("stage"))
            continue;
        if (i == view.board.focus())
            return i;
        if (found < 0 || cell.stage.empty() || !view.board.cell(found).stage.empty())
            found = i;
    }
    return found;
}

PictureRequest pictureAt(const ViewState& view, const DrawingRoom& room)
{
    return {.zoom = view.zoom,
            .width = room.width(0),
            .height = room.height(0),
            .dark = room.dark,
            .wholeCells = room.vector};
}

PicturesRequest picturesAt(const ViewState& view, const DrawingRoom& room)
{
    PicturesRequest pictures{.a = pictureAt(view, room),
                             .widthOfB = room.maps > 1 ? room.width(1) : 0,
                             .widthOfDifference = room.maps > 2 ? room.width(2) : 0};
    pictures.a.colorMap = view.colorMap;
    pictures.a.reduction = view.reduction;
    pictures.a.range = view.range;
    return pictures;
}

QString differenceTitle(bool otherShapes)
{
    return otherShapes ? PlotWords::tr("A − B: other shapes", "there is no difference of two tables")
                       : words::differenceName();
}

void addPictures(Drawing& drawing, const std::shared_ptr<const PicturesData>& data, const QString& columns,
                 const DrawingContext& context)
{
    using Part = std::shared_ptr<const Picture>;
    drawing.panels.push_back(mapPanel(data ? Part(data, &data->picture) : nullptr, columns));
    if (!context.comparing())
        return;
    const auto beside = [&](const std::optional<Picture>* part, const QString& title, Side side) {
        const Part picture = part != nullptr && *part ? Part(data, &**part) : nullptr;
        Panel panel = mapPanel(picture, picture ? columns : QString());
        panel.title = title;
        panel.id = drawing.panels.size() == 1 ? "b" : "difference";
        panel.side = side;
        panel.briefTitle = side == Side::A ? words::differenceName() : QString();
        panel.place.column = static_cast<int>(drawing.panels.size());
        panel.up.dropLabels();
        panel.across.labels = {};
        panel.across.otherwise = {};
        drawing.panels.push_back(std::move(panel));
    };
    drawing.panels.front().title = words::sideName(Side::A);
    drawing.panels.front().id = "a";
    beside(data ? &data->b : nullptr, words::sideName(Side::B), Side::B);
    beside(data ? &data->difference : nullptr, differenceTitle(data && data->b && !data->difference), Side::A);
}

std::unique_ptr<Plot> makeCheckMap(Store& store, QWidget* parent)
{
    const auto draw = [](const ViewDataPtr& shown, const DrawingContext&) -> Drawing {
        const auto data = std::dynamic_pointer_cast<const PicturesData>(shown);
        const AxisKind columns = data ? data->picture.columns.kind : AxisKind::Dimension;
        return {.title = PlotWords::tr("File − Phasor"),
                .panels = {mapPanel(data ? std::shared_ptr<const Picture>(data, &data->picture) : nullptr,
                                    words::axisTitle(columns))}};
    };
    static const PlotSpec kCheckMap{
        .id = "check-map", .title = "", .question = "", .draw = draw, .request = requestOf<CheckMapRequest>};
    return kCheckMap.make(store, parent);
}

} // namespace phasor
