// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/waves/pairs.h"

#include "session/store.h"

#include <cmath>
#include <iterator>

namespace phasor {

constexpr std::size_t kMostDots = 400; // more pairs are drawn as a line

// Shows columns with a few neighbors at both sides; if they are far apart, from the first one on.
static void showColumns(ViewState& view, const std::vector<std::int64_t>& columns)
{
    constexpr double kNeighbors = 6;
    constexpr std::int64_t kFar = 16;
    const auto [first, last] = std::minmax_element(columns.begin(), columns.end());
    const auto low = static_cast<double>(*first);
    const auto high = static_cast<double>(*last - *first <= kFar ? *last : *first) + 1;
    view.node = "position";
    view.zoom[AxisKind::Dimension] = Interval{low - kNeighbors, high + kNeighbors};
}

const char* const kPairsHelp = QT_TRANSLATE_NOOP("PlotWords", "Click: the curves of the pair · %1");

Panel pairsPanel(const QStringList& values)
{
    return {.across = {.scale = DrawnAxis::Scale::Count, .labels = {PlotWords::tr("pair")}, .grid = false},
            .up = {.scale = DrawnAxis::Scale::Logarithmic, .labels = values},
            .difference = true};
}

void showPairs(Panel& panel, const PairFrequencies& of, std::size_t countOfB)
{
    if (!of.paired)
        panel.across.labels = {PlotWords::tr("wave")};
    panel.across.range = {-0.5, static_cast<double>(std::max(of.pairs.size(), countOfB)) - 0.5};
    for (const PairFrequencies::Pair& pair : of.pairs)
        panel.across.pairs.push_back(pair.columns);
}

DrawnLine pairsLine(const QString& name, const Ink& ink, Side side, std::size_t count)
{
    const bool dots = count <= kMostDots;
    return {.name = name,
            .ink = ink,
            .side = side,
            .stroke = dots ? Stroke::None : Stroke::Solid,
            .mark = dots ? Marker::Point : Marker::None};
}

void addPoint(DrawnLine& line, std::size_t pair, double value)
{
    const auto x = static_cast<double>(pair);
    if (line.stroke != Stroke::None && !line.x.empty() && line.x.back() < x - 1) { // a gap, where pairs are none of it
        line.x.push_back(x - 0.5);
        line.y.push_back(std::nan(""));
    }
    line.x.push_back(x);
    line.y.push_back(value);
}

void addUnlessEmpty(Panel& panel, std::initializer_list<DrawnLine> lines)
{
    std::ranges::copy_if(lines, std::back_inserter(panel.lines), [](const DrawnLine& line) { return !line.x.empty(); });
}

void toggleCurves(Store& store, const std::vector<std::int64_t>& columns, bool dead)
{
    // Curves count columns of the encoding's table; in the sum these may follow the embedding's.
    const Widths widths = widthsOf(store.scene().a);
    std::vector<std::int64_t> ofTable = columns;
    for (std::int64_t& column : ofTable)
        column += widths.position - widths.whole;
    std::erase_if(ofTable, [&](std::int64_t column) { return column < 0 || column >= widths.position; });
    if (ofTable.empty())
        return;
    store.editView([&](ViewState& view) {
        const auto shown = [&](std::int64_t column) {
            return std::ranges::count(view.dimensions, column) > 0;
        };
        const bool all = std::ranges::all_of(ofTable, shown);
        for (const std::int64_t column : ofTable) {
            if (all)
                std::erase(view.dimensions, column);
            else if (!shown(column))
                view.dimensions.push_back(column);
        }
        if (!all && dead)
            showColumns(view, columns);
    });
}

void togglePair(Store& store, const PairFrequencies& of, const Place& place)
{
    const double last = static_cast<double>(of.pairs.size() - 1);
    const auto& pair = of.pairs[static_cast<std::size_t>(std::clamp(std::round(place.x), 0.0, last))];
    toggleCurves(store, pair.columns, pair.life != PairLife::Turning);
}

} // namespace phasor
