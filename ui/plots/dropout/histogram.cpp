// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dropout/histogram.h"

#include "plots/drawings.h"

namespace phasor {

namespace {

using Scale = DrawnAxis::Scale;

constexpr Ink kInput = inkOf(Hue::Sum);
constexpr Ink kOutput = inkOf(Hue::Dropped);

// Effect of dropout on the values: output against input, their distributions, how the mean over masks approaches the
// input; as text the variance, cosine and pairs.
Drawing drawHistogram(const DataPtr<HistogramData>& data, const DrawingContext&)
{
    Panel scatter{.id = "scatter",
                  .across = {.labels = {PlotWords::tr("input")}},
                  .up = {.labels = {PlotWords::tr("output (line: unchanged)"), PlotWords::tr("output")}},
                  .key = false};
    Panel spread{.place = {.column = 1},
                 .id = "distribution",
                 .across = {.labels = {PlotWords::tr("value")}},
                 .up = {.labels = {PlotWords::tr("share of values (without zeros)"), PlotWords::tr("share (not 0)"),
                                   PlotWords::tr("share")}}};
    Panel mean{
        .place = {.row = 1},
        .id = "mean",
        .across = {.scale = Scale::Logarithmic, .labels = {PlotWords::tr("number of masks"), PlotWords::tr("masks")}},
        .up = {.scale = Scale::Logarithmic, .labels = {PlotWords::tr("error of the mean"), PlotWords::tr("error")}},
        .folds = true};
    eachSide(data, [&](const HistogramMeasure& of, Side side) {
        scatter.lines.push_back(
            marksOf(Marker::Dot, kOutput, side, of.scatterInput, of.scatterOutput, PlotWords::tr("output")));
        spread.lines.push_back(lineOf(PlotWords::tr("input"), of.spread.middles, of.spread.input, kInput, side));
        spread.lines.push_back(lineOf(PlotWords::tr("output"), of.spread.middles, of.spread.output, kOutput, side));
        if (!of.mean)
            return;
        mean.lines.push_back(lineOf({}, of.mean->masks, of.mean->distance, kOutput, side));
        mean.lines.push_back({.name = PlotWords::tr("expected"),
                              .x = of.mean->masks,
                              .y = of.mean->expected,
                              .ink = {.role = Ink::Role::Quiet},
                              .side = side,
                              .stroke = Stroke::Dashed,
                              .weight = Weight::Hair});
    });
    if (data) {
        const Interval range = rangeAcross(scatter, {-1, 1});
        const std::vector<double> ends{range.low, range.high};
        scatter.lines.push_back(
            {.name = QStringLiteral(" "), .x = ends, .y = ends, .ink = kInput, .weight = Weight::Hair}); // not read
    }
    scatter.across.range = rangeAcross(scatter, {-1, 1});
    scatter.up.range = rangeOf(scatter, Fit::Loose, {-1, 1});
    spread.across.range = rangeAcross(spread, {-1, 1});
    spread.up.range = {0, rangeOf(spread, Fit::Loose, {0, 1}).high};
    mean.across.range = rangeAcross(mean, {1, 64});
    mean.up.range = rangeOf(mean, Fit::Decades, {0.01, 1});
    const Panel text{.place = {.row = 1, .column = 1},
                     .id = "numbers",
                     .text = data ? words::figures(*data) : QStringList(),
                     .folds = true};
    return {.panels = {scatter, spread, mean, text}};
}

} // namespace

const PlotSpec kHistogram{.title = QT_TRANSLATE_NOOP("Plots", "Dropout histogram"),
                          .question = QT_TRANSLATE_NOOP("Plots", "What does dropout do to the values?"),
                          .node = "sum",
                          .draw = drawingOf<HistogramData, drawHistogram>,
                          .request = requestOf<HistogramRequest>};

} // namespace phasor
