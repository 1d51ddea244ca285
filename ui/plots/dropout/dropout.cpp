// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dropout/dropout.h"

#include "plots/drawings.h"

#include <algorithm>

namespace phasor {

constexpr double kMapWidth = 4;
constexpr double kMapHeight = 3;
constexpr double kSharesWidth = 1.4;
constexpr double kSharesHeight = 1.2;
constexpr double kNumbersHeight = 0.6; // of a name and a number next to each other
constexpr double kComparedHeight = 0.9; // of a row for each name

// Whether p is the share that is expected to be dropped: not of a mask with protected rows, or with padding.
static bool expectsP(const DropoutMeasure& of)
{
    return of.expected == of.facts.probability;
}

// Adds shares, as dots for tokens or as a line, and a level at the expected share; `upright`: shares go from left to
// right.
static void addShares(Panel& panel, const DropoutMeasure& of, Side side, const std::vector<double>& at,
                      const std::vector<double>& shares, bool upright, bool dots)
{
    panel.lines.push_back({.name = upright ? PlotWords::tr("zeroed by position") : PlotWords::tr("zeroed by dimension"),
                           .x = at,
                           .y = shares,
                           .ink = inkOf(Hue::Dropped),
                           .side = side,
                           .stroke = dots ? Stroke::None : Stroke::Solid,
                           .weight = Weight::Hair,
                           .mark = dots ? Marker::Point : Marker::None});
    panel.levels.push_back({.name = expectsP(of) ? QStringLiteral("p") : PlotWords::tr("expected share"),
                            .at = of.expected,
                            .upright = upright,
                            .side = side,
                            .stroke = Stroke::Solid});
}

// Twice the expected share, or more if the data needs it, so that p is in the middle.
static Interval shareRange(const DataPtr<DropoutData>& data)
{
    double top = data ? 0.02 : 1;
    eachSide(data, [&](const DropoutMeasure& of, Side) {
        top = std::max(top, 2 * of.expected);
        for (const auto* shares : {&of.byPosition.numbers, &of.droppedByDimension})
            for (const double share : *shares)
                top = std::max(top, share);
    });
    return {0, std::min(1.0, top) * 1.02};
}

// Whether a sentence has so few tokens that the shares by dimension would be noise.
static bool isShort(const SentenceSettings& sentence)
{
    constexpr std::size_t kLetters = 250; // of about 50 tokens
    return sentence.text && sentence.text->size() < kLetters && sentence.seqLen.value_or(0) < 50;
}

// The keep mask, with the dropped share of each position (right) and of each dimension (below), compared with p. Of
// setup B only the shares are shown.
static Drawing drawDropout(const DataPtr<DropoutData>& data, const DrawingContext& context)
{
    const QString columns = data ? words::columnsTitle(data->a) : words::axisTitle(AxisKind::Dimension);
    Panel map = mapPanel(data ? data->a.mask : nullptr, columns);
    map.id = "mask";
    map.place = {.width = kMapWidth, .height = kMapHeight};
    map.map->bar = false;
    const QString named = data && data->b ? words::ofSide(Side::A, columns) : columns;
    map.across.labels = {PlotWords::tr("%1 (black: dropped)", "dimension").arg(named), named};
    map.across.otherwise = PlotWords::tr("black: dropped");
    const DrawnAxis shares{.range = shareRange(data)};
    Panel right{.place = {.column = 1, .width = kSharesWidth, .height = kMapHeight},
                .id = "position",
                .across = shares,
                .up = map.up,
                .xDown = true,
                .key = false,
                .difference = true};
    right.across.labels = {PlotWords::tr("zeroed share (line: expected)")};
    if (!data || (expectsP(data->a) && (!data->b || expectsP(*data->b))))
        right.across.labels << PlotWords::tr("zeroed (line: p)") << PlotWords::tr("zeroed\nline: p");
    else
        right.across.labels << PlotWords::tr("zeroed (line: expected)") << PlotWords::tr("zeroed\nand expected");
    right.up.dropLabels();
    Panel below{.place = {.row = 1, .width = kMapWidth, .height = kSharesHeight},
                .id = "dimension",
                .across = map.across,
                .up = shares,
                .key = false,
                .difference = true};
    below.across.labels = {PlotWords::tr("zeroed share by dimension")};
    below.across.tickLabels = false;
    const bool tokens = isShort(context.scene.a.sentence);
    eachSide(data, [&](const DropoutMeasure& of, Side side) {
        addShares(right, of, side, of.byPosition.positions, of.byPosition.numbers, true, tokens);
        std::vector<double> dimensions = of.dimensions;
        for (double& dimension : dimensions)
            dimension += static_cast<double>(of.mask->columns.first);
        addShares(below, of, side, dimensions, of.droppedByDimension, false, false);
    });
    Panel text{.place = {.row = 1, .column = 1, .width = kSharesWidth, .height = kSharesHeight},
               .id = "numbers",
               .text = data ? words::figures(*data) : QStringList()};
    if (!tokens)
        return {.panels = {map, right, below, text}};
    text.place = {.row = 1, .width = kMapWidth, .height = context.comparing() ? kComparedHeight : kNumbersHeight};
    return {.panels = {map, right, text}};
}

const PlotSpec kDropout{.title = QT_TRANSLATE_NOOP("Plots", "Dropout"),
                        .question = QT_TRANSLATE_NOOP("Plots", "Which values does dropout set to zero?"),
                        .node = "mask",
                        .deadNames = 58,
                        .takes = {"rows", "cols"},
                        .draw = drawingOf<DropoutData, drawDropout>,
                        .request = requestOf<DropoutRequest>};

} // namespace phasor
