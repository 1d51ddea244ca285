// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measures/initializers.h"

#include "inputs/initializers.h"
#include "plots/drawings.h"
#include "words/coretexts.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace phasor {

// R with the factor √d_model and without it, one line of the list for each initializer.
static std::array<DrawnLine, 2> ratiosOf(const InitializerRatios& of, Side side)
{
    constexpr Ink kInk = inkOf(Hue::Embedding);
    using Row = RatioOfInitializer;
    const std::vector<double> rows = countedFrom(0, of.rows.size());
    return {marksOf(Marker::Disc, kInk, side, rows, columnFrom(of.rows, &Row::scaled), PlotWords::tr("s = √d_model")),
            marksOf(Marker::Diamond, kInk, side, rows, columnFrom(of.rows, &Row::unscaled), PlotWords::tr("s = 1"))};
}

// The axis of initializers, the same before there is data, so that its room is known.
static DrawnAxis listAxis(const Scene& scene)
{
    const auto isFile = [](const Parameters& p) {
        return p.embedding.source.starts_with("file:");
    };
    const bool file = isFile(scene.a) || (scene.b && isFile(*scene.b));
    DrawnAxis axis{.reversed = true};
    for (const Initializer& initializer : initializers())
        axis.names.emplace_back(static_cast<double>(axis.names.size()), words::initializerText(initializer.id));
    if (file)
        axis.names.emplace_back(static_cast<double>(axis.names.size()), PlotWords::tr("a file"));
    axis.range = {-0.5, static_cast<double>(axis.names.size()) - 0.5};
    return axis;
}

// "1.41\t35°\t0.0625\t86°"
static QString numbersOf(const RatioOfInitializer& row)
{
    const auto one = [](double ratio) {
        if (!std::isfinite(ratio))
            return PlotWords::tr("undefined") + u'\t';
        return QStringLiteral("%1\t%2°").arg(words::number(ratio, 2), words::number(expectedAngle(ratio), 2));
    };
    return one(row.scaled) + u'\t' + one(row.unscaled);
}

// The axis at the right: for each line R and angle with the factor √d_model, and without it.
static DrawnAxis tableOfNumbers(const DataPtr<InitializersData>& data, const DrawnAxis& list)
{
    DrawnAxis axis = list;
    axis.labels = {data ? PlotWords::tr("● R\tangle\t◆ R\tangle") : QString()};
    axis.widestName = QStringLiteral("4.1·10⁻¹²    angle    4.1·10⁻¹²    angle");
    axis.names.clear();
    for (std::size_t i = 0; data && i < data->a.rows.size(); ++i)
        axis.names.emplace_back(static_cast<double>(i), numbersOf(data->a.rows[i]));
    return axis;
}

// Whether A and B may give initializers another R.
static bool differ(const Scene& scene)
{
    return scene.b
        && !(scene.a.encoding == scene.b->encoding && scene.a.embedding == scene.b->embedding
             && widthsOf(scene.a) == widthsOf(*scene.b));
}

// Expected R of each initializer, and the setup's R; next to it A − B.
static Drawing drawInitializers(const DataPtr<InitializersData>& data, const DrawingContext& context)
{
    const DrawnAxis list = listAxis(context.scene);
    Panel ratios{.id = "ratio",
                 .across
                 = {.scale = DrawnAxis::Scale::Logarithmic,
                    .labels = {PlotWords::tr("R = ‖s·E‖ / ‖PE‖ expected, log"), PlotWords::tr("R expected, log")},
                    .range = {0.5, 2}},
                 .up = list,
                 .right = differ(context.scene) ? std::nullopt : std::optional(tableOfNumbers(data, list)),
                 .levels = {{.at = 1, .ink = {.role = Ink::Role::Quiet}}},
                 .xDown = true};
    ratios.difference = differ(context.scene);
    eachSide(data, [&](const InitializerRatios& of, Side side) {
        for (const DrawnLine& line : ratiosOf(of, side)) {
            if (side == Side::A || ratios.difference)
                ratios.lines.push_back(line);
        }
    });
    // The setup's mark. A table read from a file is on no line of the list: its mark is below them.
    eachSide(data, [&](const InitializerRatios& of, Side side) {
        const auto current = std::ranges::find(of.rows, true, &RatioOfInitializer::current);
        const QString ratio = std::isfinite(of.ratio) ? words::rounded(of.ratio) : words::orUndefined(of.ratio);
        ratios.lines.push_back(marksOf(Marker::Cross, {}, side, {static_cast<double>(current - of.rows.begin())},
                                       {of.ratio}, PlotWords::tr("this setup: R = %1").arg(ratio)));
        ratios.lines.back().compared = false;
    });
    ratios.across.range = rangeOf(ratios, Fit::Decades, {0.5, 2});
    return {.panels = {ratios}};
}

const PlotSpec kInitializers{.title = QT_TRANSLATE_NOOP("Plots", "Initializers"),
                             .question
                             = QT_TRANSLATE_NOOP("Plots", "How large would another initializer make the embedding?"),
                             .node = "position",
                             .draw = drawingOf<InitializersData, drawInitializers>,
                             .request = requestOf<InitializersRequest>};

} // namespace phasor
