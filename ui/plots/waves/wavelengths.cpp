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
        showPairs(panel, data->a.columns, data->a.paired, data->b ? data->b->wavelengths.size() : 0);
    eachSide(data, [&](const PairWavelengths& of, Side side) {
        DrawnLine all = pairsLine(QStringLiteral("λ"), kTurning, side, of.columns.size());
        DrawnLine dead = pairsLine(PlotWords::tr("long-wave: no full period"), kLost, side, of.columns.size());
        DrawnLine frozen
            = marksOf(Marker::Ring, kLost, side, {}, {}, PlotWords::tr("near-constant: less than 0.1 rad"));
        dead.compared = frozen.compared = false; // these points lie on the line of all pairs
        for (std::size_t i = 0; i < of.wavelengths.size(); ++i) {
            addPoint(all, i, of.wavelengths[i]);
            if (of.lives[i] != PairLife::Turning && side == Side::A)
                addPoint(dead, i, of.wavelengths[i]);
            if (of.lives[i] == PairLife::Frozen && side == Side::A)
                addPoint(frozen, i, of.wavelengths[i]);
        }
        if (dead.x.size() == all.x.size()) { // nothing is seen of the line below
            all.x.clear();
            dead.compared = true;
        }
        addUnlessEmpty(panel, {all, dead, frozen});
        if (!of.grid)
            panel.levels.push_back({.name = PlotWords::tr("maximum length %1").arg(words::count(of.positions)),
                                    .at = static_cast<double>(of.positions),
                                    .upright = false,
                                    .side = side});
    });
    panel.up.range = rangeOf(panel, Fit::Decades, {0.1, 10});
    return {.panels = {panel}};
}

static void choosePair(Store& store, const ViewData& shown, const Cursor&, const Place& place)
{
    const PairWavelengths& of = dynamic_cast<const WavelengthsData&>(shown).a;
    const std::size_t pair = pairAt(place, of.columns.size());
    toggleCurves(store, of.columns[pair], of.lives[pair] != PairLife::Turning);
}

const PlotSpec kWavelengths{.title = QT_TRANSLATE_NOOP("Plots", "Wavelengths"),
                            .question = QT_TRANSLATE_NOOP("Plots", "Which pairs never complete a period?"),
                            .node = "position",
                            .draw = drawingOf<WavelengthsData, drawWavelengths>,
                            .request = requestOf<WavelengthsRequest>,
                            .help = kPairsHelp,
                            .clicked = choosePair};

} // namespace phasor
