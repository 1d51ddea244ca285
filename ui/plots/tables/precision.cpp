// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/precision.h"

#include "plots/drawings.h"

#include <algorithm>

namespace phasor {

// A fixed range, to compare precisions: from below half a unit in the last place of 1 to a sine's full range.
constexpr Interval kErrors{1e-8, 4};
constexpr double kAboveLeast = 1.6; // height of the marks of colliding positions

// Rounding of the table by the number format: a map, and next to it the largest error of each position. While
// comparing, also B's map.
static Drawing drawPrecision(const DataPtr<PrecisionData>& data, const DrawingContext& context)
{
    const QString dimension = words::axisTitle(AxisKind::Dimension);
    Drawing drawing;
    const auto addMap = [&](Side side, const PrecisionMeasure* of) {
        Panel map = mapPanel(of != nullptr ? DataPtr<Picture>(data, &of->difference) : nullptr, dimension);
        map.id = side == Side::A ? "map" : "map-b";
        map.side = side;
        map.title = context.comparing() ? words::sideName(side) : QString();
        map.place = {.column = static_cast<int>(drawing.panels.size()), .width = 4};
        map.across.labels = {dimension};
        map.map->barLabel = drawing.panels.empty() ? map.map->barLabel : QString(); // of both
        map.blank = data && of == nullptr;
        drawing.panels.push_back(std::move(map));
    };
    addMap(Side::A, data ? &data->a : nullptr);
    if (context.comparing())
        addMap(Side::B, data && data->b ? &*data->b : nullptr);
    Panel errors{
        .place = {.column = static_cast<int>(drawing.panels.size()), .width = 1.8},
        .id = "error",
        .across
        = {.scale = DrawnAxis::Scale::Logarithmic, .labels = {PlotWords::tr("largest error")}, .range = kErrors},
        .up = drawing.panels.front().up,
        .xDown = true};
    for (std::size_t i = 1; i < drawing.panels.size(); ++i)
        drawing.panels[i].up.dropLabels();
    errors.up.dropLabels();
    Panel exact = errors; // A − B is of the errors, not of what the logarithmic axis shows
    eachSide(data, [&](const PrecisionMeasure& of, Side side) {
        DrawnLine line{.x = of.errors.positions, .y = of.errors.numbers, .ink = inkOf(Hue::Position), .side = side};
        exact.lines.push_back(line);
        for (double& error : line.y)
            error = std::max(error, kErrors.low); // NaN stays a gap
        errors.lines.push_back(std::move(line));
        errors.lines.push_back(marksOf(Marker::Square, inkOf(Hue::Dropped), side, of.colliding,
                                       std::vector<double>(of.colliding.size(), kErrors.low * kAboveLeast),
                                       PlotWords::tr("collisions")));
    });
    drawing.panels.push_back(std::move(errors));
    if (context.comparing())
        drawing.panels.push_back(differenceOf(exact));
    if (data && data->a.exact && !context.comparing())
        drawing.hint = PlotWords::tr("The table is exact.\nTry bfloat16.");
    return drawing;
}

const PlotSpec kPrecision{
    .title = QT_TRANSLATE_NOOP("Plots", "Precision"),
    .question = QT_TRANSLATE_NOOP("Plots", "How exact is the encoding, and which positions does it confuse?"),
    .node = "position",
    .deadNames = 44,
    .takes = {"rows", "cols"},
    .draw = drawingOf<PrecisionData, drawPrecision>,
    .request = requestOf<PrecisionRequest>,
    .help = QT_TRANSLATE_NOOP("PlotWords", "Squares: positions with the same row as another · %1")};

} // namespace phasor
