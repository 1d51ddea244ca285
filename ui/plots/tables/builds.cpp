// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/builds.h"

#include "plots/drawings.h"
#include "words/pictures.h"
#include "words/summaries/summaries.h"

namespace phasor {

namespace {

// Masks of one seed from PyTorch without and with MKL, and where they differ.
Drawing drawBuilds(const ViewDataPtr& shown, const DrawingContext&)
{
    using Part = std::shared_ptr<const Picture>;
    const auto data = std::dynamic_pointer_cast<const BuildsData>(shown);
    Drawing drawing{.title = PlotWords::tr("PyTorch builds"),
                    .finding = data ? words::summary(*data) : QString(),
                    .detail = data ? words::detail(*data) : QString()};
    const auto add = [&](const QString& title, const Picture* picture) {
        Panel panel = mapPanel(picture != nullptr ? Part(data, picture) : nullptr, {});
        const int column = static_cast<int>(drawing.panels.size());
        panel.title = title;
        panel.map->bar = false;
        panel.place.column = column;
        panel.across.labels = column == 1 ? QStringList{words::axisTitle(AxisKind::Dimension)} : QStringList();
        if (column > 0) {
            panel.up.labels = {};
            panel.up.tickLabels = false;
        }
        drawing.panels.push_back(std::move(panel));
    };
    add(PlotWords::tr("without MKL"), data ? &data->withoutMkl : nullptr);
    add(PlotWords::tr("with MKL"), data ? &data->withMkl : nullptr);
    add(PlotWords::tr("differing"), data ? &data->differing : nullptr);
    return drawing;
}

ViewRequest requestBuilds(const ViewState& view, const DrawingRoom& room, const ViewData*)
{
    return BuildsRequest{.zoom = view.zoom,
                         .widths = {room.width(0), room.width(1), room.width(2)}, // the first has labels beside it
                         .height = room.height(0),
                         .wholeCells = room.vector};
}

} // namespace

const DrawingKind kBuilds{.id = "builds", .draw = drawBuilds, .request = requestBuilds};

} // namespace phasor
