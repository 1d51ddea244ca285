// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/heatmap.h"
#include "plots/drawings.h"
#include "session/store.h"
#include "words/pictures.h"
#include "words/summaries/summaries.h"

#include <algorithm>

namespace phasor {

namespace {

// One node of the pipeline as a matrix of colours.
Drawing drawHeatmap(const ViewDataPtr& shown, const DrawingContext& context)
{
    const auto data = std::dynamic_pointer_cast<const HeatmapData>(shown);
    Drawing drawing{.title = data ? words::title(data->picture.quantity) : PlotWords::tr("Heatmap"),
                    .finding = data ? words::summary(*data) : QString(),
                    .beside = data ? words::facts(*data) : QString(),
                    .detail = data ? words::detail(*data) : QString()};
    addPictures(drawing, data, words::axisTitle(data ? data->picture.columns.kind : AxisKind::Dimension), context);
    return drawing;
}

ViewRequest requestHeatmap(const ViewState& view, const DrawingRoom& room, const ViewData*)
{
    return HeatmapRequest{.node = view.node, .pictures = picturesAt(view, room)};
}

// A click on a dimension puts its curve into the curves or takes it out. Curves are those of the encoding's table,
// whose first column may stand behind the embedding's.
void toggleCurve(Store& store, const ViewData&, const Cursor& at, const Place&)
{
    if (!at[AxisKind::Dimension])
        return;
    const Widths widths = widthsOf(store.scene().a);
    const std::int64_t column = *at[AxisKind::Dimension] - (widths.whole - widths.position);
    if (column < 0 || column >= widths.position)
        return;
    store.editView([&](ViewState& view) {
        if (std::erase(view.dimensions, column) == 0)
            view.dimensions.push_back(column);
    });
}

} // namespace

const DrawingKind kHeatmap{.id = "heatmap",
                           .draw = drawHeatmap,
                           .request = requestHeatmap,
                           .help = QT_TRANSLATE_NOOP("PlotWords", "Click: the dimension's curve · %1"),
                           .clicked = toggleCurve};

} // namespace phasor
