// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waves/frequencies.h"

#include "plots/waves/pairs.h"

namespace phasor {

constexpr Ink kWave = inkOf(Hue::Position);
constexpr Ink kTrainedWave = inkOf(Hue::Position, true);
constexpr Ink kWarning = inkOf(Hue::Dropped);

// Bands of pairs that the scaling changes: light if interpolated, darker if divided.
static void addBands(Panel& panel, const std::vector<PairFrequencies::Pair>& pairs)
{
    for (std::size_t begin = 0, end = 0; begin < pairs.size(); begin = end) {
        for (end = begin + 1; end < pairs.size() && pairs[end].band == pairs[begin].band;)
            ++end;
        if (pairs[begin].band != PairBand::Kept)
            panel.bands.push_back({.range = {static_cast<double>(begin) - 0.5, static_cast<double>(end) - 0.5},
                                   .strength = pairs[begin].band == PairBand::Divided ? 0.19 : 0.086,
                                   .name = pairs[begin].band == PairBand::Divided
                                       ? PlotWords::tr("divided by the scaling")
                                       : PlotWords::tr("smoothed by the scaling")});
    }
}

static void addTurn(Panel& panel, const PairFrequencies& of, std::int64_t positions, const Ink& ink)
{
    const QString name = of.rotation && positions == of.trainedLength
        ? PlotWords::tr("one turn in %1 positions of training")
        : PlotWords::tr("one turn in %1 positions");
    panel.levels.push_back({.name = name.arg(words::count(positions)),
                            .at = kTurn / static_cast<double>(std::max<std::int64_t>(1, positions)),
                            .upright = false,
                            .ink = ink});
}

static void addFrequencies(Panel& panel, const PairFrequencies& of, Side side)
{
    const auto line = [&](const QString& name, const Ink& ink) {
        return pairsLine(name, ink, side, of.pairs.size());
    };
    DrawnLine trained = line(PlotWords::tr("ω as trained"), kTrainedWave);
    DrawnLine used = line(of.scaled ? PlotWords::tr("ω′ as used") : QStringLiteral("ω"), kWave);
    DrawnLine dead = line(PlotWords::tr("long-wave: no full period"), kWarning);
    DrawnLine unseen = marksOf(Marker::Ring, kWarning, side, {}, {}, PlotWords::tr("angles never seen in training"));
    for (std::size_t i = 0; i < of.pairs.size(); ++i) {
        const PairFrequencies::Pair& pair = of.pairs[i];
        addPoint(used, i, pair.used);
        if (pair.life != PairLife::Turning)
            addPoint(dead, i, pair.used);
        if (side == Side::A && of.scaled)
            addPoint(trained, i, pair.trained);
        if (side == Side::A && pair.unseen > 0)
            addPoint(unseen, i, pair.used);
    }
    trained.compared = dead.compared = unseen.compared = false; // only ω′ has a difference A − B
    if (dead.x == used.x) { // nothing is seen of the line below
        used.x.clear();
        dead.compared = true;
    }
    addUnlessEmpty(panel, {trained, used, dead, unseen});
    if (side == Side::B)
        return;
    if (!of.grid)
        addTurn(panel, of, of.trainedLength, {});
    if (of.rotation && of.target != of.trainedLength)
        addTurn(panel, of, of.target, kWarning);
    if (of.scaled)
        addBands(panel, of.pairs);
}

// ω and ω' of each pair on a logarithmic axis, wavelengths on the other side. The bands of a scaling are shaded; lines
// mark one turn within the trained length and within the target.
static Drawing drawFrequencies(const DataPtr<FrequenciesData>& data, const DrawingContext&)
{
    Panel panel = pairsPanel(
        {PlotWords::tr("frequency ω, rad per position"), PlotWords::tr("ω, rad per position"), QStringLiteral("ω")});
    if (data)
        showPairs(panel, data->a, data->b ? data->b->pairs.size() : 0);
    eachSide(data, [&](const PairFrequencies& of, Side side) { addFrequencies(panel, of, side); });
    panel.up.range = rangeOf(panel, Fit::Decades, {0.1, 10});
    panel.right = DrawnAxis{
        .scale = DrawnAxis::Scale::Logarithmic,
        .labels = {PlotWords::tr("wavelength, positions"), PlotWords::tr("λ, positions"), QStringLiteral("λ")},
        .range = {kTurn / panel.up.range.high, kTurn / panel.up.range.low},
        .reversed = true};
    return {.panels = {panel}};
}

const PlotSpec kFrequencies{.title = QT_TRANSLATE_NOOP("Plots", "Frequencies"),
                            .question
                            = QT_TRANSLATE_NOOP("Plots", "How fast does each pair turn, and how far was it trained?"),
                            .node = "position",
                            .draw = drawingOf<FrequenciesData, drawFrequencies>,
                            .request = requestOf<FrequenciesRequest>,
                            .help = kPairsHelp,
                            .clicked = pairClicked<FrequenciesData>};

} // namespace phasor
