// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/heatmap.h"
#include "plots/drawings.h"
#include "session/store.h"
#include "words/pictures.h"

#include <algorithm>

namespace phasor {

namespace {

// One node of the pipeline as a matrix of colors.
Drawing drawHeatmap(const DataPtr<HeatmapData>& data, const DrawingContext& context)
{
    Drawing drawing{.title = data ? words::title(data->picture.quantity) : PlotWords::tr("Heatmap"),
                    .beside = data ? words::facts(*data) : QString()};
    addPictures(drawing, data, words::axisTitle(data ? data->picture.columns.kind : AxisKind::Dimension), context);
    return drawing;
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
                           .draw = drawingOf<HeatmapData, drawHeatmap>,
                           .request = requestOf<HeatmapRequest>,
                           .help = QT_TRANSLATE_NOOP("PlotWords", "Click: the dimension's curve · %1"),
                           .clicked = toggleCurve};

} // namespace phasor
