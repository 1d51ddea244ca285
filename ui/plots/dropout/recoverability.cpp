// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dropout/recoverability.h"

#include "plots/drawings.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr Interval kShares{-0.02, 1.04}; // room for discs at 0 and 1

Ink inkOf(Side side, bool token)
{
    return inkOf(token ? Hue::Embedding : Hue::Position, token && side == Side::B);
}

// Name in the key: "position, concatenated".
QString nameOf(const RecoveryMeasure& of, RecoveryVariant variant, bool token)
{
    const QString what = token ? PlotWords::tr("token") : PlotWords::tr("position");
    switch (variant) {
    case RecoveryVariant::OtherCombination:
        return (of.concatenated ? PlotWords::tr("%1, added") : PlotWords::tr("%1, concatenated")).arg(what);
    case RecoveryVariant::OtherPlacement:
        return (of.placement == PlacementId::Embedding ? PlotWords::tr("%1, dropout on the sum")
                                                       : PlotWords::tr("%1, dropout on the embedding"))
            .arg(what);
    case RecoveryVariant::AsSet:
        break;
    }
    return what;
}

void addCurve(Panel& panel, const RecoveryMeasure& measure, const RecoveryCurve& curve, Side side, bool token)
{
    const std::vector<Recovered>& of = token ? curve.token : curve.position;
    if (std::ranges::none_of(of, [](const Recovered& r) { return std::isfinite(r.share); }))
        return; // an embedding of zeros has no readable token
    const bool asSet = curve.variant == RecoveryVariant::AsSet;
    DrawnLine line{.name = nameOf(measure, curve.variant, token),
                   .x = curve.at,
                   .ink = inkOf(side, token),
                   .side = side,
                   .stroke = asSet                                          ? Stroke::Solid
                       : curve.variant == RecoveryVariant::OtherCombination ? Stroke::Dashed
                                                                            : Stroke::Dotted,
                   .compared = asSet};
    // Error bars: vertical strokes from low to high, as one line with gaps.
    DrawnLine errors{.ink = line.ink, .side = side, .weight = Weight::Hair, .compared = false};
    for (std::size_t i = 0; i < of.size(); ++i) {
        line.y.push_back(of[i].share);
        errors.x.insert(errors.x.end(), 3, curve.at[i]);
        errors.y.insert(errors.y.end(), {of[i].low, of[i].high, std::nan("")});
    }
    panel.lines.push_back(std::move(line));
    if (asSet)
        panel.lines.push_back(std::move(errors));
}

void addCurves(Panel& panel, const RecoveryMeasure& measure, const std::vector<RecoveryCurve>& curves, Side side)
{
    for (const RecoveryCurve& curve : curves) {
        for (const bool token : {false, true})
            addCurve(panel, measure, curve, side, token);
    }
}

// Adds what was measured for the setup itself, which the curves only sample.
void addNow(Panel& panel, const RecoveryMeasure& measure, double at, Side side)
{
    for (const bool token : {false, true}) {
        const Recovered& of = token ? measure.now.token : measure.now.position;
        panel.lines.push_back({.x = {at},
                               .y = {of.share},
                               .ink = inkOf(side, token),
                               .side = side,
                               .stroke = Stroke::None,
                               .mark = Marker::Large,
                               .compared = false});
    }
}

// Adds what guesses among the candidates would have.
void addChance(Panel& panel, const Recovery& now, Side side)
{
    for (const bool token : {false, true})
        panel.levels.push_back({.name = token ? QString() : PlotWords::tr("chance"),
                                .at = token ? now.tokenByChance() : now.positionByChance(),
                                .upright = false,
                                .ink = inkOf(side, token),
                                .side = side,
                                .stroke = Stroke::Dotted});
}

Panel chart(int column, const QString& across)
{
    return {.place = {.column = column, .width = column == 0 ? 1.5 : 1},
            .id = column == 0 ? "dropout" : "scale",
            .across = {.labels = {across}},
            .up = {.range = kShares},
            .key = column == 0,
            .difference = true};
}

// How often position and token can be recovered from the output: at the left against p, at the right against the scale.
Drawing drawRecoverability(const DataPtr<RecoverabilityData>& data, const DrawingContext&)
{
    Panel byProbability = chart(0, PlotWords::tr("dropout p"));
    byProbability.across.range = {-0.02, 1.02};
    byProbability.up.labels = {PlotWords::tr("accuracy")};
    Panel byScale = chart(1, PlotWords::tr("embedding scale s"));
    byScale.across.scale = DrawnAxis::Scale::Logarithmic;
    byScale.up.tickLabels = false;
    eachSide(data, [&](const RecoveryMeasure& of, Side side) {
        addCurves(byProbability, of, of.byProbability, side);
        addCurves(byScale, of, of.byScale, side);
    });
    if (data)
        byProbability.lines.push_back(
            {.name = PlotWords::tr("this setup"), .stroke = Stroke::None, .mark = Marker::Large, .compared = false});
    eachSide(data, [&](const RecoveryMeasure& of, Side side) {
        addNow(byProbability, of, of.p, side);
        addNow(byScale, of, of.scale, side);
        addChance(byProbability, of.now, side);
        addChance(byScale, of.now, side);
    });
    byScale.across.range = rangeAcross(byScale, {0.1, 10});
    return {.panels = {byProbability, byScale}};
}

} // namespace

const DrawingKind kRecoverability{.id = "recoverability",
                                  .title = QT_TRANSLATE_NOOP("Plots", "Recoverability"),
                                  .question
                                  = QT_TRANSLATE_NOOP("Plots", "Can the next layer still recover position and token?"),
                                  .node = "sum",
                                  .draw = drawingOf<RecoverabilityData, drawRecoverability>,
                                  .request = requestOf<RecoverabilityRequest>};

} // namespace phasor
