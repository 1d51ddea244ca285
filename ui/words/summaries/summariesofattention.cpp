// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/coretexts.h"
#include "words/numbers.h"
#include "words/summaries/summaries.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace phasor::words {

namespace {

// "the kernel falls to 0.5 at distance 3": the first distance with at most half of the score.
QString halving(const RelativeData::Curve& curve)
{
    if (curve.halved)
        return Words::tr("half of it is left at distance %1").arg(number(static_cast<double>(*curve.halved)));
    if (static_cast<double>(curve.sought) >= curve.distances.back())
        return Words::tr("more than half of it is left everywhere");
    return Words::tr("more than half of it is left up to distance %1").arg(number(static_cast<double>(curve.sought)));
}

QString lawOf(const RelativeData::Curve& curve, bool both)
{
    const QString name = both ? ofSide(*curve.side, curveName(curve)) : curveName(curve);
    if (curve.law == RelativeData::Law::Kernel)
        return Words::tr("%1: %2", "a curve, what is said of it").arg(name, halving(curve));
    if (curve.law == RelativeData::Law::Rows)
        return Words::tr("%1: no law of the distance; %2 at distance %3, %4 at the greatest", "a table")
            .arg(name, number(curve.values.front()), number(curve.distances.front()), number(curve.values.back()));
    return Words::tr("%1: %2 at the greatest distance").arg(name, number(curve.values.back()));
}

} // namespace

QString curveName(const RelativeData::Curve& curve)
{
    QString name = ofCore(curve.label);
    if (curve.law == RelativeData::Law::Bias)
        name = curve.ofLastQuery ? Words::tr("%1, head %2, last query").arg(name).arg(curve.head)
                                 : Words::tr("%1, head %2").arg(name).arg(curve.head);
    if (curve.law == RelativeData::Law::Rows)
        name = Words::tr("%1, mean cosine of its rows").arg(name);
    return name;
}

QString summary(const RelativeData& data)
{
    const bool both = data.measured.size() > 1;
    QStringList parts;
    for (const RelativeData::Curve& curve : data.curves) {
        if (curve.side && curve.chosenHead && !curve.values.empty())
            parts += lawOf(curve, both);
    }
    for (const RelativeData::Missing& missing : data.missing)
        parts += Words::tr("%1: %2", "a curve, what is said of it")
                     .arg(ofCore(missing.label),
                          missing.reason == RelativeData::Reason::Nothing
                              ? Words::tr("knows no distance")
                              : Words::tr("cannot be made of these settings"));
    return parts.join(QStringLiteral("; "));
}

QString placeName(const PhasorsData& data)
{
    const auto place = [&data](std::int64_t position, const std::string& token) {
        if (const auto cell = data.positions.gridCell(position - data.positions.first))
            return Words::tr("row %1, column %2", "of a grid").arg(cell->row).arg(cell->column);
        return token.empty() ? Words::tr("position %1").arg(position)
                             : Words::tr("position %1, %2", "its number, its token").arg(position).arg(text(token));
    };
    const QString first = place(data.position, data.token);
    return data.other ? Words::tr("%1 and %2", "two positions").arg(first, place(*data.other, data.otherToken)) : first;
}

namespace {

// "has turned 1.91 times", "by 4.3°": how far a pair turns on the way from one position to the other.
QString turned(double angle)
{
    const double turns = std::abs(angle) / (2 * std::numbers::pi);
    return turns >= 1 ? Words::tr("%1 times", "turns of a pair").arg(rounded(turns))
                      : Words::tr("by %1°", "a pair turns").arg(rounded(360 * turns));
}

} // namespace

QString summary(const PhasorsData& data)
{
    if (data.a.clocks.empty() || !data.a.steady) {
        double largest = 0;
        for (const PhasorsData::Clock& clock : data.a.clocks)
            largest = std::max(largest, std::abs(clock.angle) * 180 / std::numbers::pi);
        return Words::tr("At %1 angles reach %2°", "a cell of a grid, a number").arg(placeName(data), rounded(largest));
    }
    const auto way = static_cast<double>(data.position - data.other.value_or(0));
    const PhasorsData::Clock& slow = data.a.clocks.back();
    if (data.b && !data.b->clocks.empty() && data.b->steady) {
        const double degrees = std::abs(way) * 180 / std::numbers::pi;
        return changed(Words::tr("The slowest pair's turn in degrees"), degrees * std::abs(slow.frequency),
                       degrees * std::abs(data.b->clocks.back().frequency));
    }
    const QString position = count(data.position);
    if (way == 0)
        return Words::tr("At position %1 every angle is 0").arg(position);
    const QString fastest = turned(way * data.a.clocks.front().frequency);
    const QString slowest = turned(way * slow.frequency);
    return data.other
        ? Words::tr("From position %1 to %2 the fastest pair turns %3, the slowest %4")
              .arg(count(*data.other), position, fastest, slowest)
        : Words::tr("At position %1 the fastest pair has turned %2, the slowest %3").arg(position, fastest, slowest);
}

QString detail(const PhasorsData& data)
{
    QStringList sentences;
    if (data.a.clocks.empty())
        return {};
    const auto wave = [](const PhasorsData::Clock& clock) {
        return 2 * std::numbers::pi / std::fabs(clock.frequency);
    };
    if (data.a.steady)
        sentences += Words::tr("One turn takes %1, depending on the pair.", "%1: 6.28 to 54,400 positions")
                         .arg(wavelengthsText({wave(data.a.clocks.front()), wave(data.a.clocks.back())}, false));
    const auto [least, most] = std::ranges::minmax(data.a.clocks, {}, &PhasorsData::Clock::left);
    if (least.left < 1)
        sentences += Words::tr("Over this distance a pair keeps %1 to %2 of its part of a score.")
                         .arg(roundedShare(least.left), roundedShare(most.left));
    if (static_cast<std::int64_t>(data.a.clocks.size()) < data.a.pairs)
        sentences += Words::tr("There is room for %1 of %2 pairs.")
                         .arg(count(static_cast<std::int64_t>(data.a.clocks.size())), count(data.a.pairs));
    return paragraphs(sentences);
}

// "head 3 of 8: a token shares its attention among 4.2 of up to 12 tokens, 2.1 positions away on average"
QString summaryOf(const HeadAttention& head)
{
    const QString name = Words::tr("head %1 of %2").arg(head.facts.head).arg(head.facts.heads);
    if (!head.attention)
        return Words::tr("%1: no attention is shown, a row of it has %2 keys")
            .arg(name, count(head.scores.columns.count));
    if (!head.keys || !head.distance)
        return name;
    if (*head.keys < 1.0005 && *head.distance < 0.0005)
        return Words::tr("%1: each token attends only to itself").arg(name);
    return Words::tr("%1: a token's attention is shared among %2 of %3 tokens, %4 positions away on average")
        .arg(name, number(*head.keys), count(head.scores.columns.count), number(*head.distance));
}

// "8 heads, a query's row by keys; head 0 goes farthest, down to −97.5, head 7 least, to −0.762"
QString summaryOf(const HeadsData::Maps& of)
{
    QString all = static_cast<std::int64_t>(of.maps.size()) == of.heads
        ? Words::tr("%1 heads, queries down, keys across").arg(of.heads)
        : Words::tr("%1 of %2 heads have room, queries down, keys across").arg(of.maps.size()).arg(of.heads);
    const auto nearer = [](const HeadsData::Map& a, const HeadsData::Map& b) {
        return std::fabs(a.reach) < std::fabs(b.reach);
    };
    const auto [least, most] = std::minmax_element(of.maps.begin(), of.maps.end(), nearer);
    if (least == most || least->reach == most->reach)
        return Words::tr("%1; the bias reaches %2", "of all heads").arg(all, number(most->reach));
    return Words::tr("%1; head %2 goes farthest from 0, to %3, head %4 least, to %5")
        .arg(all)
        .arg(most->head)
        .arg(number(most->reach))
        .arg(least->head)
        .arg(number(least->reach));
}

} // namespace phasor::words
