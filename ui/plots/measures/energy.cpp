// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measures/energy.h"
#include "plots/drawings.h"

#include <algorithm>

namespace phasor {

constexpr double kDecades = 1e-9; // of the largest energy; smaller values are not shown

// Energy of s·E, of PE (lines) and of PE's position-dependent part (dots), by dimension, on one logarithmic axis.
static Drawing drawEnergy(const DataPtr<EnergyData>& data, const DrawingContext& context)
{
    Panel panel{.across = tableAxis(data ? data->columns : Axis{.kind = AxisKind::Dimension}),
                .up = {.scale = DrawnAxis::Scale::Logarithmic, .labels = {PlotWords::tr("mean square, log")}},
                .difference = true};
    if (!context.comparing())
        panel.ends = PlotWords::tr("varying, cosines", "part of PE");
    const auto hasCosines = [](const EnergyCurves& of) {
        return std::ranges::count(of.cosine, true) > 0;
    };
    const bool branches = data && hasCosines(data->a) && (!data->b || hasCosines(*data->b));
    eachSide(data, [&](const EnergyCurves& of, Side side) {
        const QString none = QStringLiteral(" "); // at the end of a line
        panel.lines.push_back({.name = QStringLiteral("s·E"),
                               .end = none,
                               .x = of.embeddingDimensions,
                               .y = of.scaled,
                               .ink = inkOf(Hue::Embedding),
                               .side = side});
        // Sines and cosines have lines of their own: one line would go up and down between them.
        const auto addBranch = [&](const QString& whole, const QString& varying, bool cosines) {
            DrawnLine line{.name = whole, .end = none, .ink = inkOf(Hue::Position, cosines), .side = side};
            DrawnLine dots = marksOf(Marker::Dot, line.ink, side, {}, {}, varying);
            dots.end = none;
            for (std::size_t i = 0; i < of.cosine.size(); ++i) {
                if (branches && of.cosine[i] != cosines)
                    continue;
                line.x.push_back(of.positionDimensions[i]);
                line.y.push_back(of.position[i]);
                dots.y.push_back(of.varying[i]);
            }
            dots.x = line.x;
            panel.lines.insert(panel.lines.end(), {line, dots});
        };
        if (!branches)
            return addBranch(QStringLiteral("PE"), PlotWords::tr("varying", "part of PE"), false);
        addBranch(PlotWords::tr("PE, sines"), PlotWords::tr("varying, sines", "part of PE"), false);
        addBranch(PlotWords::tr("PE, cosines"), PlotWords::tr("varying, cosines", "part of PE"), true);
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
