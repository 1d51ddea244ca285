// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dropout/recoverability.h"

#include "plots/drawings.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace phasor {

constexpr Interval kShares{-0.02, 1.04}; // room for discs at 0 and 1

static Ink inkOf(bool token)
{
    return inkOf(token ? Hue::Embedding : Hue::Position);
}

static bool onEmbedding(const RecoveryMeasure& of, RecoveryVariant variant)
{
    return (of.placement == PlacementId::Embedding) != (variant == RecoveryVariant::OtherPlacement);
}

static QString titleOf(const RecoveryMeasure& of, RecoveryVariant variant, bool brief)
{
    const bool concatenated = of.concatenated != (variant == RecoveryVariant::OtherCombination);
    const QString combined = concatenated ? PlotWords::tr("concatenated") : PlotWords::tr("added");
    const QString where
        = onEmbedding(of, variant) ? PlotWords::tr("on embedding", "dropout") : PlotWords::tr("on sum", "dropout");
    const QString placed = PlotWords::tr("dropout %1", "on sum, on embedding").arg(where);
    if (variant == RecoveryVariant::OtherPlacement)
        return brief ? where : placed;
    const bool usual = of.placement == PlacementId::Sum || of.placement == PlacementId::Embedding;
    return brief || !usual || variant == RecoveryVariant::OtherCombination
        ? combined
        : QStringLiteral("%1, %2").arg(combined, placed);
}

static void addCurve(Panel& panel, const RecoveryCurve& curve, Side side, bool token)
{
    const std::vector<Recovered>& of = token ? curve.token : curve.position;
    if (std::ranges::none_of(of, [](const Recovered& r) { return std::isfinite(r.share); }))
        return; // an embedding of zeros has no readable token
    DrawnLine line{.name = token ? PlotWords::tr("token") : PlotWords::tr("position"),
                   .x = curve.at,
                   .ink = inkOf(token),
                   .side = side};
    // Error bars: vertical strokes from low to high, as one line with gaps.
    DrawnLine errors{.ink = line.ink, .side = side, .weight = Weight::Hair, .compared = false};
    for (std::size_t i = 0; i < of.size(); ++i) {
        line.y.push_back(of[i].share);
        errors.x.insert(errors.x.end(), 3, curve.at[i]);
        errors.y.insert(errors.y.end(), {of[i].low, of[i].high, std::nan("")});
    }
    panel.lines.push_back(std::move(line));
    panel.lines.push_back(std::move(errors));
}

static void addCurves(Panel& panel, const std::vector<RecoveryCurve>& curves, RecoveryVariant variant, Side side)
{
    for (const RecoveryCurve& curve : curves) {
        for (const bool token : {false, true}) {
            if (curve.variant == variant)
                addCurve(panel, curve, side, token);
        }
    }
}

// Adds what was measured for the setup itself, which the curves only sample.
static void addNow(Panel& panel, const RecoveryMeasure& measure, double at, Side side)
{
    for (const bool token : {false, true}) {
        const Recovered& of = token ? measure.now.token : measure.now.position;
        panel.lines.push_back(marksOf(Marker::Large, inkOf(token), side, {at}, {of.share}));
        panel.lines.back().compared = false;
    }
}

static Panel chart(int column, std::string_view id)
{
    return {.place = {.column = column},
            .id = id,
            .across = {.labels = {PlotWords::tr("dropout p")}, .range = {-0.02, 1.02}},
            .up = {.range = kShares, .tickLabels = column == 0},
            .key = column == 0,
            .difference = true,
            .folds = column > 0};
}

// Accuracy against p of this setup and, unless two are compared, of one with another combination or dropout target.
static Panel byProbability(const DataPtr<RecoverabilityData>& data, int column, RecoveryVariant variant)
{
    constexpr std::array<std::string_view, 3> kIds{"setup", "combination", "placement"};
    Panel panel = chart(column, kIds[static_cast<std::size_t>(variant)]);
    if (column == 0)
        panel.up.labels = {PlotWords::tr("accuracy")};
    eachSide(data, [&](const RecoveryMeasure& of, Side side) { addCurves(panel, of.byProbability, variant, side); });
    panel.blank = data && panel.lines.empty(); // a width that cannot be split has no concatenation
    if (!data || panel.blank)
        return panel;
    if (onEmbedding(data->a, variant))
        panel.across.labels = {PlotWords::tr("dropout p (at 1 only PE is left)"),
                               PlotWords::tr("p (at 1 only PE is left)"), PlotWords::tr("dropout p")};
    panel.title = titleOf(data->a, variant, false);
    panel.briefTitle = titleOf(data->a, variant, true);
    return panel;
}

// How often position and token can be recovered from the output: against p, and at the right against the scale.
static Drawing drawRecoverability(const DataPtr<RecoverabilityData>& data, const DrawingContext& context)
{
    Drawing drawing{.panels = {byProbability(data, 0, RecoveryVariant::AsSet)}};
    for (const RecoveryVariant variant : {RecoveryVariant::OtherCombination, RecoveryVariant::OtherPlacement}) {
        if (!context.comparing())
            drawing.panels.push_back(byProbability(data, static_cast<int>(drawing.panels.size()), variant));
    }
    Panel byScale = chart(static_cast<int>(drawing.panels.size()), "scale");
    byScale.across = {.scale = DrawnAxis::Scale::Logarithmic, .labels = {PlotWords::tr("embedding scale s")}};
    eachSide(data, [&](const RecoveryMeasure& of, Side side) {
        addCurves(byScale, of.byScale, RecoveryVariant::AsSet, side);
        addNow(drawing.panels.front(), of, of.p, side);
        addNow(byScale, of, of.scale, side);
    });
    byScale.across.range = rangeAcross(byScale, {0.1, 10});
    drawing.panels.push_back(std::move(byScale));
    if (data) {
        std::vector<DrawnLine>& lines = drawing.panels.front().lines;
        lines.push_back(
            {.name = PlotWords::tr("this setup"), .stroke = Stroke::None, .mark = Marker::Large, .compared = false});
        lines.push_back({.name = PlotWords::tr("95 % interval"), .weight = Weight::Hair, .compared = false});
    }
    for (Panel& panel : drawing.panels) {
        eachSide(data, [&](const RecoveryMeasure& of, Side side) {
            for (const bool token : {false, true}) {
                if (!panel.blank) // what guesses among the candidates would have
                    panel.levels.push_back({.name = token ? QString() : PlotWords::tr("chance"),
                                            .at = token ? of.now.tokenByChance() : of.now.positionByChance(),
                                            .upright = false,
                                            .ink = inkOf(token),
                                            .side = side,
                                            .stroke = Stroke::Dotted});
            }
        });
        panel.title = context.comparing() ? QString() : panel.title.isEmpty() ? QStringLiteral(" ") : panel.title;
    }
    return drawing;
}

const PlotSpec kRecoverability{.title = QT_TRANSLATE_NOOP("Plots", "Recoverability"),
                               .question
                               = QT_TRANSLATE_NOOP("Plots", "Can the next layer still recover position and token?"),
                               .node = "sum",
                               .draw = drawingOf<RecoverabilityData, drawRecoverability>,
                               .request = requestOf<RecoverabilityRequest>};

} // namespace phasor
