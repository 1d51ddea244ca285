// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measures/ratio.h"

#include "plots/drawings.h"

#include <cmath>

namespace phasor {

constexpr double kLogFrom = 30; // largest / smallest norm from which the axis is logarithmic; of two setups a third

// Whether E + PE/s differs from s·E + PE, and exists.
static bool canBeDivided(const ViewData& shown)
{
    const auto& data = dynamic_cast<const RatioData&>(shown);
    const auto divisible = [](const RatioCurves& curves) {
        return curves.scale != 0 && std::isfinite(1 / curves.scale) && !curves.concatenated;
    };
    return divisible(data.a) && (!data.b || divisible(*data.b));
}

static void addLengths(Panel& panel, const RatioCurves& of, Side side, bool divided)
{
    const words::LengthNames names = words::lengthNames(of, divided);
    const auto add = [&](std::size_t node, const QString& name, const std::vector<double>& x,
                         const std::vector<double>& values, const Ink& ink, Stroke stroke, bool divides) {
        DrawnLine line{.name = name, .x = x, .y = values, .ink = ink, .side = side, .stroke = stroke};
        const double factor = divided && divides ? 1 / std::abs(of.scale) : 1;
        for (double& value : line.y)
            value *= factor;
        line.end = words::endNumber(of.meanNorms.empty() ? estimatedMean(line.y, true).value
                                                         : factor * of.meanNorms[node].value);
        if (!values.empty())
            panel.lines.push_back(std::move(line));
    };
    add(0, QStringLiteral("‖E‖"), of.positions, of.embedding, inkOf(Hue::Embedding, true), Stroke::Dashed, false);
    if (!divided) // divided by s, it is E
        add(1, QStringLiteral("‖s·E‖"), of.positions, of.scaled, inkOf(Hue::Embedding), Stroke::Solid, true);
    add(2, names.encoding, of.positions, of.encoding, inkOf(Hue::Position), Stroke::Solid, true);
    add(3, names.sum, of.positions, of.sum, inkOf(Hue::Sum), Stroke::Solid, true);
    add(4, names.output, of.output.positions, of.output.numbers, inkOf(Hue::Dropped), Stroke::Dashed, true);
}

static void fitLengths(Panel& panel, double logFrom)
{
    const Interval positive = rangeOf(panel, Fit::Decades, {});
    const Interval all = rangeOf(panel, Fit::Loose, {0, 1});
    const bool log = positive.high > 4 * logFrom * positive.low && positive.low > 0;
    panel.up.scale = log ? DrawnAxis::Scale::Logarithmic : DrawnAxis::Scale::Value;
    panel.up.range = log ? positive : rangeOf(panel, Fit::FromZero, {0, 1});
    panel.up.labels = {log ? PlotWords::tr("norm ‖·‖, log") : PlotWords::tr("norm ‖·‖")};
    if (log && !(all.low > 0))
        panel.up.labels.prepend(PlotWords::tr("norm ‖·‖, log (no zeros)"));
}

// Norms of embedding, encoding, sum and output at each position; below them R = ‖s·E‖ / ‖PE‖, which is shown alone if
// there is no room for both.
static Drawing drawRatio(const DataPtr<RatioData>& data, const DrawingContext& context)
{
    const bool divided = context.view.board.of<RatioOptions>().divided && data && canBeDivided(*data);
    const DrawnAxis positions = tableAxis(data ? data->rows : Axis{});
    Panel lengths{.place = {.row = 0, .height = 3}, .id = "norms", .across = positions, .folds = true};
    Panel ratios{.place = {.row = 1, .height = 2},
                 .id = "ratio",
                 .across = positions,
                 .up = {.labels = {QStringLiteral("R = ‖s·E‖ / ‖PE‖")}},
                 .difference = true};
    lengths.ends = ratios.ends
        = context.comparing() ? QStringLiteral("A · ‖s·E + PE‖  0.0123") : QStringLiteral("‖s·E + PE‖  0.0123");
    lengths.across.dropLabels();
    eachSide(data, [&](const RatioCurves& of, Side side) {
        addLengths(lengths, of, side, divided);
        ratios.lines.push_back({.name = QStringLiteral("R"),
                                .end = words::endNumber(of.meanRatio.value),
                                .x = of.positions,
                                .y = of.ratio,
                                .side = side});
        if (of.expectedRatio)
            ratios.levels.push_back({.name = PlotWords::tr("expected"),
                                     .at = *of.expectedRatio,
                                     .upright = false,
                                     .ink = {.role = Ink::Role::Quiet, .light = side == Side::B},
                                     .side = side});
    });
    fitLengths(lengths, context.comparing() ? kLogFrom / 3 : kLogFrom);
    const Interval range = rangeOf(ratios, Fit::Loose, {0, 1});
    ratios.up.range = range.low < 0.5 * range.high ? rangeOf(ratios, Fit::FromZero, {0, 1}) : range;
    return {.panels = {lengths, ratios}};
}

static QString rowOfRatio(const ViewData& shown, const ViewState& view)
{
    const auto& data = dynamic_cast<const RatioData&>(shown);
    const auto& position = view.cursor[AxisKind::Position];
    return position ? words::rowNumbers(data, *position, view.board.of<RatioOptions>().divided && canBeDivided(data))
                    : QString();
}

const PlotSpec kRatio{.title = QT_TRANSLATE_NOOP("Plots", "Scale"),
                      .question = QT_TRANSLATE_NOOP("Plots", "How large is the encoding compared with the embedding?"),
                      .node = "sum",
                      .takes = {"rows", "only-rows", "only-cols"},
                      .draw = drawingOf<RatioData, drawRatio>,
                      .request = requestOf<RatioRequest>,
                      .possible = canBeDivided,
                      .readOut = rowOfRatio};

} // namespace phasor
