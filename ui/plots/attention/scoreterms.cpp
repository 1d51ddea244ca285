// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/attention/scoreterms.h"

#include "plots/drawings.h"
#include "words/pictures.h"
#include "words/summaries/summaries.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr std::size_t kTerms = 4;
constexpr std::size_t kBarOf = 2; // all maps have one range; below the maps its bar is in the first column
constexpr double kSizesWidth = 0.73; // of a map

// Query by term: a title with its size above each map.
Panel mapOf(const std::shared_ptr<const ScoreTermsData>& data, std::size_t term)
{
    using PicturePtr = std::shared_ptr<const Picture>;
    Panel panel = mapPanel(data ? PicturePtr(data, &data->pictures[term]) : nullptr, words::axisTitle(AxisKind::Key));
    panel.place = {.row = static_cast<int>(term / 2), .column = static_cast<int>(term % 2)};
    panel.title = data ? words::termName(*data, static_cast<ScoreTerm>(term), false) : QStringLiteral(" ");
    panel.briefTitle = data ? words::termName(*data, static_cast<ScoreTerm>(term), true) : QString();
    panel.map->bar = term == kBarOf;
    if (panel.place.row == 0)
        panel.across.labels = {};
    if (panel.place.column == 1)
        panel.up.labels = {};
    return panel;
}

// A bar for each term; of two setups three beside each other, the last one A − B.
Panel sizesPanel(const ScoreTermsData* data)
{
    Panel panel{.place = {.area = 1, .width = kSizesWidth},
                .across = {.labels = {PlotWords::tr("spread of each term")}, .range = {-0.6, 3.6}, .grid = false},
                .folds = true};
    for (std::size_t i = 0; i < kTerms; ++i)
        panel.across.names.emplace_back(static_cast<double>(i), words::briefTerm(static_cast<ScoreTerm>(i)));
    if (data == nullptr)
        return panel;
    const bool both = data->b.has_value();
    const auto add = [&](const auto& sizeOf, double offset, const Ink& ink, Side side, bool hollow) {
        DrawnBars bars{.width = both ? 0.26 : 0.7, .ink = ink, .side = side, .hollow = hollow};
        for (std::size_t i = 0; i < kTerms; ++i) {
            bars.x.push_back(static_cast<double>(i) + offset);
            bars.y.push_back(sizeOf(i));
        }
        panel.bars.push_back(std::move(bars));
    };
    const auto finite = [](const ScoreTermsMeasure& of, std::size_t term) {
        return std::isfinite(of.sizes[term]) ? of.sizes[term] : 0;
    };
    constexpr Ink kSum{.role = Ink::Role::Quantity, .hue = Hue::Sum};
    const auto ofA = [&](std::size_t i) {
        return finite(data->a, i);
    };
    add(ofA, both ? -0.28 : 0, kSum, Side::A, false);
    if (both) {
        const auto ofB = [&](std::size_t i) {
            return finite(*data->b, i);
        };
        add(ofB, 0, kSum, Side::B, false);
        add([&](std::size_t i) { return ofA(i) - ofB(i); }, 0.28, {}, Side::A, true);
    }
    double least = 0;
    double most = 0;
    for (const DrawnBars& bars : panel.bars) {
        least = std::min(least, *std::min_element(bars.y.begin(), bars.y.end()));
        most = std::max(most, *std::max_element(bars.y.begin(), bars.y.end()));
    }
    constexpr double kRoom = 1.08;
    panel.up.range = {kRoom * least, most > 0 ? kRoom * most : 1};
    return panel;
}

// The four terms of the scores, content and position by content and position, as maps of one range; beside them how far
// each spreads.
Drawing drawScoreTerms(const ViewDataPtr& shown, const DrawingContext&)
{
    const auto data = std::dynamic_pointer_cast<const ScoreTermsData>(shown);
    Drawing drawing{.title = PlotWords::tr("Score terms"), .finding = data ? words::summary(*data) : QString()};
    for (std::size_t term = 0; term < kTerms; ++term)
        drawing.panels.push_back(mapOf(data, term));
    drawing.panels.push_back(sizesPanel(data.get()));
    return drawing;
}

ViewRequest requestScoreTerms(const ViewState& view, const DrawingRoom& room, const ViewData*)
{
    ScoreTermsRequest request{.zoom = view.zoom,
                              .options = view.board.of<ScoreTermsOptions>(),
                              .only = restrictionOf(view),
                              .nanColour = room.nanColor,
                              .wholeCells = room.vector};
    for (std::size_t i = 0; i < kTerms; ++i) {
        request.widths[i] = room.width(i);
        request.heights[i] = room.height(i);
    }
    return request;
}

} // namespace

const DrawingKind kScoreTerms{.id = "score-terms", .draw = drawScoreTerms, .request = requestScoreTerms};

} // namespace phasor
