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

QString summary(const PhasorsData& data)
{
    QStringList parts{placeName(data)};
    if (!data.a.clocks.empty()) {
        const auto wave = [](const PhasorsData::Clock& clock) {
            return number(2 * std::numbers::pi / std::fabs(clock.frequency));
        };
        parts += data.a.steady ? Words::tr("%1 pairs turn once in %2 … %3 positions")
                                     .arg(data.a.pairs)
                                     .arg(wave(data.a.clocks.front()), wave(data.a.clocks.back()))
                               : Words::tr("%1 pairs turn along the sides of the grid").arg(data.a.pairs);
        const auto fades = [](const PhasorsData::Clock& a, const PhasorsData::Clock& b) {
            return a.left < b.left;
        };
        const auto [least, most] = std::minmax_element(data.a.clocks.begin(), data.a.clocks.end(), fades);
        if (least->left < 1)
            parts += Words::tr("of a score %1 … %2 is left over the distance, by pair")
                         .arg(number(least->left), number(most->left));
        if (static_cast<std::int64_t>(data.a.clocks.size()) < data.a.pairs)
            parts += Words::tr("%1 of them have room").arg(data.a.clocks.size());
    }
    return parts.join(QStringLiteral("; "));
}

QString summaryOf(const MosaicData::Mosaic& mosaic)
{
    return Words::tr("%1 × %2 maps of the cosines of a cell with all cells; of cells beside each other %3 on average")
        .arg(mosaic.rows)
        .arg(mosaic.columns)
        .arg(number(mosaic.nearest));
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
