// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/drawings.h"

#include "words/numbers.h"

namespace phasor {

PicturesRequest picturesAt(const ViewState& view, const DrawingRoom& room)
{
    return {.a = {.zoom = view.zoom,
                  .width = room.width(0),
                  .height = room.height(0),
                  .colorMap = view.colorMap,
                  .reduction = view.reduction,
                  .range = view.range,
                  .nanColour = room.nanColor,
                  .dark = room.dark,
                  .wholeCells = room.vector},
            .widthOfB = room.maps > 1 ? room.width(1) : 0,
            .widthOfDifference = room.maps > 2 ? room.width(2) : 0};
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
        panel.place.column = static_cast<int>(drawing.panels.size());
        panel.up.tickLabels = false;
        panel.up.labels = {};
        panel.across.labels = {};
        panel.across.otherwise = {};
        drawing.panels.push_back(std::move(panel));
    };
    drawing.panels.front().title = words::sideName(Side::A);
    drawing.panels.front().id = "a";
    beside(data ? &data->b : nullptr, words::sideName(Side::B), Side::B);
    beside(data ? &data->difference : nullptr, differenceTitle(data && data->b && !data->difference), Side::A);
}

} // namespace phasor
