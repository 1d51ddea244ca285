// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waves/wavelengths.h"

#include "plots/waves/pairs.h"

namespace phasor {

constexpr Ink kTurning = inkOf(Hue::Position);
constexpr Ink kLost = inkOf(Hue::Dropped);

// λ of each pair on a logarithmic axis, with a line at the table's length: pairs above it are long-wave pairs.
static Drawing drawWavelengths(const DataPtr<WavelengthsData>& data, const DrawingContext&)
{
    Panel panel = pairsPanel({PlotWords::tr("wavelength λ, positions")});
    if (data)
        showPairs(panel, data->a, data->b ? data->b->pairs.size() : 0);
    eachSide(data, [&](const PairWavelengths& of, Side side) {
        DrawnLine all = pairsLine(QStringLiteral("λ"), kTurning, side, of.pairs.size());
        DrawnLine dead = pairsLine(PlotWords::tr("long-wave: no full period"), kLost, side, of.pairs.size());
        DrawnLine frozen
            = marksOf(Marker::Ring, kLost, side, {}, {}, PlotWords::tr("near-constant: less than 0.1 rad"));
        dead.compared = frozen.compared = false; // these points lie on the line of all pairs
        for (std::size_t i = 0; i < of.pairs.size(); ++i) {
            const PairFrequencies::Pair& pair = of.pairs[i];
            addPoint(all, i, pair.wavelength());
            if (pair.life != PairLife::Turning)
                addPoint(dead, i, pair.wavelength());
            if (pair.life == PairLife::Frozen && side == Side::A)
                addPoint(frozen, i, pair.wavelength());
        }
        if (dead.x == all.x) { // nothing is seen of the line below
            all.x.clear();
            dead.compared = true;
        }
        addUnlessEmpty(panel, {all, dead, frozen});
        if (!of.grid)
            panel.levels.push_back({.name = PlotWords::tr("maximum length %1").arg(words::count(of.target)),
                                    .at = static_cast<double>(of.target),
                                    .upright = false,
                                    .side = side});
    });
    panel.up.range = rangeOf(panel, Fit::Decades, {0.1, 10});
    return {.panels = {panel}};
}

const PlotSpec kWavelengths{.title = QT_TRANSLATE_NOOP("Plots", "Wavelengths"),
                            .question = QT_TRANSLATE_NOOP("Plots", "Which pairs never complete a period?"),
                            .node = "position",
                            .draw = drawingOf<WavelengthsData, drawWavelengths>,
                            .request = requestOf<WavelengthsRequest>,
                            .help = kPairsHelp,
                            .clicked = pairClicked<WavelengthsData>};

} // namespace phasor
