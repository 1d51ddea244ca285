// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measures/overlap.h"

#include "plots/drawings.h"

namespace phasor {

// Overlap of the principal directions of embedding and encoding, by number of directions, compared with random ones.
static Drawing drawOverlap(const DataPtr<OverlapData>& data, const DrawingContext&)
{
    Panel panel{.id = "overlap",
                .across
                = {.scale = DrawnAxis::Scale::Count, .labels = {PlotWords::tr("number of principal directions")}},
                .up = {.labels = {PlotWords::tr("overlap")}},
                .difference = true};
    eachSide(data, [&](const OverlapMeasure& of, Side side) {
        const SpaceOverlap& spaces = of.spaces;
        if (spaces.byRank.empty())
            return;
        const Ink sum = inkOf(Hue::Sum);
        const std::vector<double> ranks = countedFrom(1, spaces.byRank.size());
        panel.lines.push_back(lineOf(PlotWords::tr("s·E and PE"), ranks, spaces.byRank, sum, side));
        panel.lines.push_back({.name = PlotWords::tr("random directions"),
                               .x = ranks,
                               .y = columnFrom(ranks, [&](double rank) { return spaces.random(std::lround(rank)); }),
                               .ink = {.role = Ink::Role::Quiet},
                               .side = side,
                               .stroke = Stroke::Dashed,
                               .weight = Weight::Hair});
        panel.lines.push_back(
            marksOf(Marker::Large, sum, side, {static_cast<double>(spaces.rank())}, {spaces.measured()}));
        panel.lines.back().compared = false;
    });
    if (!panel.lines.empty())
        panel.lines.push_back({.name = PlotWords::tr("this setup"),
                               .ink = inkOf(Hue::Sum),
                               .stroke = Stroke::None,
                               .mark = Marker::Large,
                               .compared = false});
    panel.across.range = rangeAcross(panel, {1, 8});
    panel.up.range = {0, 1};
    Panel text{.place = {.row = 1, .height = 0}, .id = "numbers", .text = data ? words::figures(*data) : QStringList()};
    return {.panels = {panel, text}};
}

const PlotSpec kOverlap{.title = QT_TRANSLATE_NOOP("Plots", "Sum or concatenate"),
                        .question = QT_TRANSLATE_NOOP("Plots", "Do embedding and encoding use the same directions?"),
                        .node = "sum",
                        .takes = {"only-rows", "only-cols"},
                        .draw = drawingOf<OverlapData, drawOverlap>,
                        .request = requestOf<OverlapRequest>};

} // namespace phasor
