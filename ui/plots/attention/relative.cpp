// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/attention/relative.h"

#include "encodings/schemes.h"
#include "plots/drawings.h"

#include <algorithm>
#include <string>

namespace phasor {

namespace {

using Law = RelativeData::Law;

DrawnLine lineOf(const RelativeData::Curve& curve)
{
    DrawnLine line{
        .name = curve.chosenHead ? words::curveName(curve) : QString(), .x = curve.distances, .y = curve.values};
    line.compared = false;
    if (!curve.side) { // an overlaid scheme: first solid, then the same colors dashed, then dotted
        const auto index = static_cast<std::size_t>(findScheme(curve.scheme) - schemes().data());
        line.ink = {.role = Ink::Role::Series, .place = static_cast<double>(index)};
        line.stroke = index < kSeriesColors ? Stroke::Solid
            : index < 2 * kSeriesColors     ? Stroke::Dashed
                                            : Stroke::Dotted;
        return line;
    }
    line.side = *curve.side;
    line.compared = curve.chosenHead && !curve.envelope; // smallest and largest values have no difference
    line.ink = inkOf(Hue::Position, !curve.chosenHead);
    line.weight = curve.chosenHead ? Weight::Bold : Weight::Hair;
    return line;
}

bool hasLaw(const std::string& id, bool bias)
{
    const Scheme* scheme = findScheme(id);
    return scheme != nullptr && scheme->kind != SchemeKind::None && bias == (scheme->kind == SchemeKind::Bias);
}

// Whether a scheme with such a law is shown. Known before the data, so that its panel has a place.
bool shows(const DrawingContext& context, bool bias)
{
    std::vector<std::string> shown = context.view.board.of<RelativeOptions>().schemes;
    shown.push_back(context.scene.a.encoding.scheme);
    if (context.scene.b)
        shown.push_back(context.scene.b->encoding.scheme);
    return std::ranges::any_of(shown, [bias](const std::string& id) { return hasLaw(id, bias); });
}

// A panel over distances, with the trained length as a band and a line. A logarithmic axis begins at 1.
Panel panelOf(const DataPtr<RelativeData>& data, int row, std::string_view id, const QStringList& up, double most)
{
    const bool log = data && data->logarithmic;
    Panel panel{.place = {.row = row},
                .id = id,
                .across = {.scale = log ? DrawnAxis::Scale::Logarithmic : DrawnAxis::Scale::Count,
                           .range = {log ? 1.0 : 0.0, std::max(log ? 1.5 : 1.0, most)},
                           .tickLabels = false,
                           .grid = false},
                .up = {.labels = up},
                .folds = row > 0};
    if (!data || !data->trainedLength)
        return panel;
    const auto at = static_cast<double>(*data->trainedLength);
    panel.bands.push_back({.range = {at, std::max(at, data->most)}});
    panel.levels.push_back(
        {.name = PlotWords::tr("trained length: %1").arg(words::count(*data->trainedLength)), .at = at});
    return panel;
}

// Other heads' curves first, so that they are behind the chosen head's.
void addCurves(Panel& panel, const RelativeData& data, bool bias)
{
    for (const bool chosen : {false, true}) {
        for (const RelativeData::Curve& curve : data.curves) {
            if (curve.chosenHead != chosen || (curve.law == Law::Bias) != bias)
                continue;
            DrawnLine line = lineOf(curve);
            if (!chosen && curve.side && std::ranges::count(panel.lines, line.side, &DrawnLine::side) == 0)
                line.name = PlotWords::tr("other heads");
            panel.lines.push_back(std::move(line));
        }
    }
    panel.up.range = rangeOf(panel, Fit::Loose, {0, 1});
}

// Measured values have their own axis, because a sentence is much shorter than the table.
Panel measuredPanel(const DataPtr<RelativeData>& data, int row)
{
    double most = 0;
    bool sampled = false;
    std::vector<DrawnLine> lines;
    for (const MeanScores& measured : data ? data->measured : std::vector<MeanScores>()) {
        most = std::max(most, measured.distances.empty() ? 0 : measured.distances.back());
        sampled = sampled || measured.sampled;
        const bool few = measured.steady < measured.scores.size();
        lines.push_back(lineOf(PlotWords::tr("mean score of this setup, k ≥ 1"), measured.distances, measured.scores,
                               inkOf(Hue::Sum, few), measured.side));
        if (!few || measured.steady == 0)
            continue;
        DrawnLine steady = lines.back();
        steady.name = PlotWords::tr("means of 10 pairs or more");
        steady.ink = inkOf(Hue::Sum);
        steady.x.resize(measured.steady);
        steady.y.resize(measured.steady);
        steady.compared = false;
        lines.push_back(std::move(steady));
    }
    constexpr double kHeight = 0.8; // of a law's panel
    Panel panel = panelOf(data, row, "score", {PlotWords::tr("mean score")}, most);
    panel.difference = true;
    panel.place.height = kHeight;
    panel.across.tickLabels = true;
    panel.across.labels = {PlotWords::tr("distance k = query − key")};
    if (data && data->measured.size() == 1 && !sampled)
        panel.across.labels.prepend(PlotWords::tr("distance k = query − key (mean of %1 − k pairs)")
                                        .arg(words::count(static_cast<std::int64_t>(most) + 1)));
    panel.lines = std::move(lines);
    panel.up.range = rangeOf(panel, Fit::Loose, {0, 1});
    return panel;
}

// Effect of distance on the score: the kernel of waves, the bias of heads, and below them what was measured.
Drawing drawRelative(const DataPtr<RelativeData>& data, const DrawingContext& context)
{
    const double most = data ? data->most : 1;
    Drawing drawing;
    for (const bool bias : {false, true}) {
        if (!shows(context, bias))
            continue;
        QStringList up{bias ? PlotWords::tr("bias") : PlotWords::tr("kernel")};
        if (!bias && data && std::ranges::count(data->curves, Law::Rows, &RelativeData::Curve::law) == 0)
            up.prepend(PlotWords::tr("kernel: mean of cos(k·ω)"));
        Panel panel = panelOf(data, bias ? 1 : 0, bias ? "bias" : "kernel", up, most);
        panel.difference = context.comparing() && hasLaw(context.scene.a.encoding.scheme, bias)
            && hasLaw(context.scene.b->encoding.scheme, bias);
        if (data)
            addCurves(panel, *data, bias);
        if (!bias)
            panel.up.range = {std::min(-0.15, panel.up.range.low), std::max(1.05, panel.up.range.high)};
        drawing.panels.push_back(std::move(panel));
    }
    if (!drawing.panels.empty()) {
        drawing.panels.back().across.tickLabels = true;
        drawing.panels.back().across.labels = {PlotWords::tr("distance k")};
    }
    drawing.panels.push_back(measuredPanel(data, 2));
    return drawing;
}

} // namespace

const PlotSpec kRelative{.title = QT_TRANSLATE_NOOP("Plots", "Distance"),
                         .question = QT_TRANSLATE_NOOP("Plots", "How does distance change the attention score?"),
                         .node = "scores",
                         .draw = drawingOf<RelativeData, drawRelative>,
                         .request = requestOf<RelativeRequest>};

} // namespace phasor
