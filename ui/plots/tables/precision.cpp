// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/precision.h"

#include "plots/drawings.h"

#include <algorithm>

namespace phasor {

// A fixed range, to compare precisions: from below half a unit in the last place of 1 to a sine's full range.
constexpr Interval kErrors{1e-8, 4};
constexpr double kAboveLeast = 1.6; // height of the marks of colliding positions

// Rounding of the table by the number format: a map, and next to it the largest error of each position.
static Drawing drawPrecision(const DataPtr<PrecisionData>& data, const DrawingContext&)
{
    const QString dimension = words::axisTitle(AxisKind::Dimension);
    Panel map = mapPanel(data ? DataPtr<Picture>(data, &data->difference) : nullptr, dimension);
    map.id = "map";
    map.place.width = 4;
    map.across.labels = {dimension};
    Panel errors{
        .place = {.column = 1, .width = 1.8},
        .id = "error",
        .across
        = {.scale = DrawnAxis::Scale::Logarithmic, .labels = {PlotWords::tr("largest error")}, .range = kErrors},
        .up = map.up,
        .xDown = true};
    errors.up.dropLabels();
    if (data) {
        DrawnLine line{.x = data->positions, .y = data->greatestError, .ink = inkOf(Hue::Position)};
        for (double& error : line.y)
            error = std::max(error, kErrors.low); // NaN stays a gap
        errors.lines.push_back(std::move(line));
        errors.lines.push_back(marksOf(Marker::Square, inkOf(Hue::Dropped), Side::A, data->colliding,
                                       std::vector<double>(data->colliding.size(), kErrors.low * kAboveLeast),
                                       PlotWords::tr("collisions")));
    }
    return {.panels = {map, errors}};
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
