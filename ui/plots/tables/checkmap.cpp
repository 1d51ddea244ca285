// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/drawing/drawingplot_p.h"
#include "plots/drawings.h"
#include "views/check/checkedfile.h"
#include "words/pictures.h"

namespace phasor {

namespace {

Drawing drawCheckMap(const ViewDataPtr& shown, const DrawingContext&)
{
    const auto data = std::dynamic_pointer_cast<const PicturesData>(shown);
    const AxisKind columns = data ? data->picture.columns.kind : AxisKind::Dimension;
    return {.title = PlotWords::tr("File − Phasor"),
            .panels = {mapPanel(data ? std::shared_ptr<const Picture>(data, &data->picture) : nullptr,
                                words::axisTitle(columns))}};
}

constexpr DrawingKind kCheckMap{
    .id = "check-map", .title = "", .question = "", .draw = drawCheckMap, .request = requestOf<CheckMapRequest>};

} // namespace

std::unique_ptr<Plot> makeCheckMap(Store& store, QWidget* parent)
{
    return std::make_unique<DrawingPlot>(kCheckMap, store, parent);
}

} // namespace phasor
