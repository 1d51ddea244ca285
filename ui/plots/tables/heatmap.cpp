// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/heatmap.h"
#include "plots/waves/pairs.h"
#include "words/coretexts.h"

namespace phasor {

// A node of the pipeline as a matrix of colors.
static Drawing drawHeatmap(const DataPtr<HeatmapData>& data, const DrawingContext& context)
{
    Drawing drawing{.title = data ? words::ofCore(data->picture.quantity.title) : PlotWords::tr("Heatmap")};
    addPictures(drawing, data, words::axisTitle(data ? data->picture.columns.kind : AxisKind::Dimension), context);
    for (Panel& panel : drawing.panels)
        panel.up.unzoomed = data ? data->tokenRows : std::nullopt;
    return drawing;
}

static bool hasOtherRows(const ViewData& data)
{
    return dynamic_cast<const HeatmapData&>(data).hasOtherRows;
}

// A click adds a dimension to the curves or removes it.
static void toggleCurve(Store& store, const ViewData&, const Cursor& at, const Place&)
{
    if (at[AxisKind::Dimension])
        toggleCurves(store, {*at[AxisKind::Dimension]}, false);
}

const PlotSpec kHeatmap{.title = QT_TRANSLATE_NOOP("Plots", "Heatmap"),
                        .question = QT_TRANSLATE_NOOP("Plots", "What does this stage look like?"),
                        .deadNames = 44,
                        .colored = true,
                        .takes = {"stage", "colormap", "range", "reduction", "rows", "cols"},
                        .draw = drawingOf<HeatmapData, drawHeatmap>,
                        .request = requestOf<HeatmapRequest>,
                        .possible = hasOtherRows,
                        .help = QT_TRANSLATE_NOOP("PlotWords", "Click: the dimension's curve · %1"),
                        .clicked = toggleCurve};

} // namespace phasor
