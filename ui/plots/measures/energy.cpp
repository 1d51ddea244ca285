// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measures/energy.h"
#include "plots/drawings.h"

namespace phasor {

constexpr double kDecades = 1e-9; // of the largest energy; smaller values are not shown

// Energy of s·E, of PE and of PE's position-dependent part, by dimension, on one logarithmic axis.
static Drawing drawEnergy(const DataPtr<EnergyData>& data, const DrawingContext& context)
{
    Panel panel{.across = tableAxis(data ? data->columns : Axis{.kind = AxisKind::Dimension}),
                .up = {.scale = DrawnAxis::Scale::Logarithmic, .labels = {PlotWords::tr("mean square, log")}},
                .difference = true};
    if (!context.comparing())
        panel.ends = PlotWords::tr("varying", "part of PE");
    eachSide(data, [&](const EnergyCurves& of, Side side) {
        const QString none = QStringLiteral(" "); // at the end of a line
        panel.lines.push_back({.name = QStringLiteral("s·E"),
                               .end = none,
                               .x = of.embeddingDimensions,
                               .y = of.scaled,
                               .ink = inkOf(Hue::Embedding),
                               .side = side});
        // Dots, not a line, which would go up and down between PE's sines and cosines: these are two branches.
        const auto addDots = [&](const QString& name, const std::vector<double>& values, bool light) {
            panel.lines.push_back(
                marksOf(Marker::Dot, inkOf(Hue::Position, light), side, of.positionDimensions, values, name));
            panel.lines.back().end = none;
        };
        addDots(QStringLiteral("PE"), of.position, true);
        addDots(PlotWords::tr("varying", "part of PE"), of.varying, false);
    });
    panel.up.range = rangeOf(panel, Fit::Decades, {0.1, 10}, kDecades);
    return {.title = PlotWords::tr("Energy by dimension"), .panels = {panel}};
}

const PlotSpec kEnergy{.title = QT_TRANSLATE_NOOP("Plots", "Energy"),
                       .question = QT_TRANSLATE_NOOP("Plots", "Which dimensions does the encoding change?"),
                       .node = "sum",
                       .deadNames = 44,
                       .takes = {"cols", "only-rows", "only-cols"},
                       .draw = drawingOf<EnergyData, drawEnergy>,
                       .request = requestOf<EnergyRequest>};

} // namespace phasor
