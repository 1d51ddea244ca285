// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/summaries/summaries.h"

#include "words/language.h"
#include "words/numbers.h"

#include <algorithm>
#include <cmath>

namespace phasor::words {

// "head 3 of 8: a token shares its attention among 4.2 of up to 12 tokens, 2.1 positions away on average"
QString summaryOf(const HeadAttention& head)
{
    const QString name = Words::tr("head %1 of %2").arg(head.facts.head).arg(head.facts.heads);
    if (!head.attention)
        return Words::tr("%1: no attention is shown, a row of it has %2 keys")
            .arg(name, count(head.scores.columns.count));
    if (!head.keys || !head.distance)
        return name;
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
