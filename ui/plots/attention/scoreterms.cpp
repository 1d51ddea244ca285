// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/attention/scoreterms.h"

#include "plots/drawings.h"
#include "words/coretexts.h"
#include "words/numbers.h"
#include "words/pictures.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr std::size_t kTerms = 4;
constexpr std::size_t kBarOf = 2; // map with the bar: all maps have one range; a bar below is in the first column
constexpr double kSizesWidth = 0.73; // relative to a map

QString briefName(std::size_t term)
{
    const std::array<QString, kTerms> names{
        PlotWords::tr("c·c", "content with content"), PlotWords::tr("c·p", "content with position"),
        PlotWords::tr("p·c", "position with content"), PlotWords::tr("p·p", "position with position")};
    return names[term];
}

// Title of a map: "content · position: 16"; brief: "c·p: 3.1".
QString titleOf(const ScoreTermsData& data, std::size_t term, bool brief)
{
    const TermsOf of = data.options.of;
    const double a = data.a.sizes[term];
    const double b = data.b ? data.b->sizes[term] : 0;
    const QString name = PlotWords::tr("%1: %2", "a term of the score, its size")
                             .arg(brief ? briefName(term) : words::ofCore(data.pictures[term].quantity.symbol),
                                  words::orUndefined(of == TermsOf::A       ? a
                                                         : of == TermsOf::B ? b
                                                                            : a - b));
    if (!data.b)
        return name;
    return of == TermsOf::Difference
        ? PlotWords::tr("%1 · %2", "a setup, what is said of it").arg(words::differenceName(), name)
        : words::ofSide(of == TermsOf::A ? Side::A : Side::B, name);
}

// The map of one term, with its size in the title.
Panel mapOf(const DataPtr<ScoreTermsData>& data, std::size_t term)
{
    Panel panel
        = mapPanel(data ? DataPtr<Picture>(data, &data->pictures[term]) : nullptr, words::axisTitle(AxisKind::Key));
    constexpr std::array<std::string_view, kTerms> kIds{"content", "content-position", "position-content", "position"};
    panel.id = kIds[term];
    panel.place = {.row = static_cast<int>(term / 2), .column = static_cast<int>(term % 2)};
    panel.title = data ? titleOf(*data, term, false) : QStringLiteral(" ");
    panel.briefTitle = data ? titleOf(*data, term, true) : QString();
    panel.map->bar = term == kBarOf;
    if (panel.place.row == 0)
        panel.across.labels = {};
    if (panel.place.column == 1)
        panel.up.labels = {};
    return panel;
}

// Bars for the terms; while comparing, each term has three: A, B, A − B.
Panel sizesPanel(const DataPtr<ScoreTermsData>& data)
{
    Panel panel{.place = {.area = 1, .width = kSizesWidth},
                .id = "sizes",
                .across
                = {.labels = {PlotWords::tr("standard deviation of each term")}, .range = {-0.6, 3.6}, .grid = false},
                .folds = true};
    for (std::size_t i = 0; i < kTerms; ++i)
        panel.across.names.emplace_back(static_cast<double>(i), briefName(i));
    if (!data)
        return panel;
    constexpr Ink kSum = inkOf(Hue::Sum);
    panel.bars.push_back({.ink = kSum});
    if (data->b)
        panel.bars = {{.width = 0.26, .ink = kSum},
                      {.width = 0.26, .ink = kSum, .side = Side::B},
                      {.width = 0.26, .hollow = true}};
    double least = 0;
    double most = 0;
    const auto finite = [](double size) {
        return std::isfinite(size) ? size : 0;
    };
    for (std::size_t i = 0; i < kTerms; ++i) {
        const double a = finite(data->a.sizes[i]);
        const double b = data->b ? finite(data->b->sizes[i]) : 0;
        const std::array<double, 3> sizes{a, b, a - b};
        for (std::size_t bar = 0; bar < panel.bars.size(); ++bar) {
            const double offset = data->b ? 0.28 * (static_cast<double>(bar) - 1) : 0;
            panel.bars[bar].x.push_back(static_cast<double>(i) + offset);
            panel.bars[bar].y.push_back(sizes[bar]);
            least = std::min(least, sizes[bar]);
            most = std::max(most, sizes[bar]);
        }
    }
    constexpr double kRoom = 1.08;
    panel.up.range = {kRoom * least, most > 0 ? kRoom * most : 1};
    return panel;
}

// Four terms of the scores, content and position by content and position, as maps with one range. Next to them the
// spread of each term.
Drawing drawScoreTerms(const DataPtr<ScoreTermsData>& data, const DrawingContext&)
{
    Drawing drawing;
    for (std::size_t term = 0; term < kTerms; ++term)
        drawing.panels.push_back(mapOf(data, term));
    drawing.panels.push_back(sizesPanel(data));
    return drawing;
}

} // namespace

const DrawingKind kScoreTerms{.id = "score-terms",
                              .title = QT_TRANSLATE_NOOP("Plots", "Score terms"),
                              .question
                              = QT_TRANSLATE_NOOP("Plots", "How much of a score is content, how much position?"),
                              .node = "scores",
                              .takes = {"rows", "cols", "only-rows"},
                              .draw = drawingOf<ScoreTermsData, drawScoreTerms>,
                              .request = requestOf<ScoreTermsRequest>};

} // namespace phasor
