// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measures/spectrum.h"
#include "plots/drawings.h"
#include "words/coretexts.h"

#include <algorithm>

namespace phasor {

// "PE", "the output", "the rotation"
static QString nameOf(const TableSpectrum& of)
{
    if (of.symbol.english() == "cos, sin")
        return PlotWords::tr("the rotation");
    const QString symbol = words::ofCore(of.symbol);
    const bool isWord = std::ranges::all_of(symbol, [](QChar letter) { return letter.isLower(); });
    return isWord ? PlotWords::tr("the %1", "a stage: output").arg(symbol) : symbol;
}

// A sample of n rows has an effective rank of at most n: near this, it says little of all rows.
static QString rankText(const TableSpectrum& of)
{
    const QString rank = words::rounded(of.measures->effectiveRank);
    return !of.sampled()                                                     ? rank
        : of.measures->effectiveRank > 0.1 * static_cast<double>(of.visited) ? PlotWords::tr("more than %1").arg(rank)
                                                                             : QStringLiteral("≈ ") + rank;
}

QString summaryOf(const TableSpectrum& of)
{
    const QString symbol = nameOf(of);
    if (!of.measures)
        return of.singular.empty() ? PlotWords::tr("Values that are not finite leave %1 without a spectrum").arg(symbol)
                                   : PlotWords::tr("All values of %1 are zero, so it uses no direction").arg(symbol);
    const std::int64_t all = std::min(of.rows, of.cols);
    const double rank = of.measures->effectiveRank;
    const QString used = rankText(of);
    if (all == 1)
        return PlotWords::tr("Only one direction is possible for %1").arg(symbol);
    if (rank < 1.05)
        return PlotWords::tr("Of %1 possible directions %2 uses only one").arg(words::count(all), symbol);
    if (used == words::count(all))
        return PlotWords::tr("Of %1 possible directions %2 uses nearly all").arg(used, symbol);
    return (rank > 0.9 * static_cast<double>(all)
                ? PlotWords::tr("Of %1 possible directions %2 uses nearly all (%3)", "a number, a symbol, a number")
                : PlotWords::tr("Of %1 possible directions %2 uses %3", "a number, a symbol, a number"))
        .arg(words::count(all), symbol, used);
}

QString change(const TableSpectrum& a, const TableSpectrum& b)
{
    if (!a.measures || !b.measures)
        return {};
    return words::changed(PlotWords::tr("The effective rank of %1", "a symbol").arg(nameOf(a)),
                          a.measures->effectiveRank, b.measures->effectiveRank, a.sampled() || b.sampled());
}

QStringList detailOf(const TableSpectrum& of)
{
    if (!of.measures)
        return {};
    QStringList sentences{
        PlotWords::tr("The effective rank is %1.").arg(rankText(of)),
        PlotWords::tr("The participation ratio is %1.").arg(words::rounded(of.measures->participationRatio)),
        PlotWords::tr("Directions that hold 99 % of the energy: %1.").arg(words::count(of.measures->dimensions99))};
    if (of.constantShare && std::isfinite(*of.constantShare))
        sentences
            += PlotWords::tr("Share of the energy in the mean row: %1.").arg(words::roundedShare(*of.constantShare));
    if (of.sampled())
        sentences
            += PlotWords::tr("Estimated from %1 of %2 rows.").arg(words::count(of.visited), words::count(of.rows));
    return sentences;
}

constexpr double kShownDepth = 1e-7; // of the largest value; smaller ones are rounding of float32

// Singular values in descending order on a logarithmic axis, with a line at the effective rank and one after the
// directions that have 99 % of the energy.
static Drawing drawSpectrum(const DataPtr<SpectrumData>& data, const DrawingContext&)
{
    Panel panel{.across = {.labels = {PlotWords::tr("principal direction")}, .range = {0.5, 1.5}, .grid = false},
                .up = {.scale = DrawnAxis::Scale::Logarithmic, .labels = {PlotWords::tr("singular value, log")}},
                .difference = true};
    eachSide(data, [&](const TableSpectrum& of, Side side) {
        panel.lines.push_back(lineOf(PlotWords::tr("singular values of %1").arg(nameOf(of)),
                                     countedFrom(1, of.singular.size()), of.singular, {}, side));
        const auto shown = std::ranges::count_if(
            of.singular, [&](double value) { return value > kShownDepth * of.singular.front(); });
        panel.across.range.high = std::max(panel.across.range.high, static_cast<double>(shown) + 0.5);
        if (!of.measures)
            return;
        panel.levels.push_back(
            {.name = PlotWords::tr("effective rank"), .at = of.measures->effectiveRank, .side = side});
        panel.levels.push_back({.name = PlotWords::tr("99 % of the energy"),
                                .at = static_cast<double>(of.measures->dimensions99) + 0.5,
                                .side = side,
                                .stroke = Stroke::Dotted});
    });
    panel.up.range = rangeOf(panel, Fit::Decades, {0.1, 10}, kShownDepth);
    return {.panels = {panel}};
}

const PlotSpec kSpectrum{.title = QT_TRANSLATE_NOOP("Plots", "Spectrum"),
                         .question = QT_TRANSLATE_NOOP("Plots", "How many directions does a stage really use?"),
                         .takes = {"stage", "only-rows", "only-cols"},
                         .draw = drawingOf<SpectrumData, drawSpectrum>,
                         .request = requestOf<SpectrumRequest>};

} // namespace phasor
