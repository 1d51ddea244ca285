// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/schemes.h"
#include "words/summaries/summaries.h"

#include <numbers>
#include <numeric>

namespace phasor::words {

// The kernel's first distance with half or less of what it has at 0.
static QString halving(const RelativeData::Curve& curve)
{
    const bool rotation = findScheme(curve.scheme)->kind == SchemeKind::Rotation;
    if (curve.sought == 0)
        return onePosition();
    if (curve.halved)
        return (rotation ? Words::tr("%1 halves the score of equal tokens by distance %2")
                         : Words::tr("%1 positions are half as similar at distance %2"))
            .arg(ofCore(curve.label), count(*curve.halved));
    return (rotation ? Words::tr("%1 keeps more than half of the score up to distance %2")
                     : Words::tr("%1 positions stay more than half as similar up to distance %2"))
        .arg(ofCore(curve.label), count(curve.sought));
}

// Of rows of a table without formula: the cosine of the nearest two, and of those more than half a table apart.
static std::array<double, 2> nearAndFar(const RelativeData::Curve& curve)
{
    const auto next = std::ranges::upper_bound(curve.distances, 0.5);
    const auto middle = std::ranges::lower_bound(curve.distances, curve.distances.back() / 2);
    const std::span far = std::span(curve.values).subspan(static_cast<std::size_t>(middle - curve.distances.begin()));
    const double sum = std::accumulate(far.begin(), far.end(), 0.0);
    const bool one = next == curve.distances.end();
    return {one ? 1 : curve.values[static_cast<std::size_t>(next - curve.distances.begin())],
            sum / static_cast<double>(far.size())};
}

static QString likeness(const RelativeData::Curve& curve)
{
    constexpr double kNoise = 0.05; // of the rows of a random table
    const auto [near, far] = nearAndFar(curve);
    return (near > far + 2 * kNoise ? Words::tr("Near positions are more alike than far ones: cosine %1 and %2")
                : near > far + kNoise
                ? Words::tr("Near positions are slightly more alike than far ones: cosine %1 and %2")
                : Words::tr("Near positions are no more alike than far ones: cosine %1 and %2"))
        .arg(number(near, 2), number(far, 2));
}

static QString biasText(const RelativeData::Curve& curve)
{
    const double last = curve.values.back();
    if (std::ranges::all_of(curve.values, [](double value) { return value == 0; }))
        return Words::tr("The bias of head %1 is zero at every distance").arg(curve.head);
    return (last < curve.values.front() ? Words::tr("The bias of head %1 falls to %2 at distance %3")
                                        : Words::tr("The bias of head %1 is %2 at distance %3"))
        .arg(QString::number(curve.head), rounded(last), count(std::llround(curve.distances.back())));
}

static QString lawOf(const RelativeData::Curve& curve)
{
    if (curve.law == RelativeData::Law::Kernel)
        return halving(curve);
    return curve.law == RelativeData::Law::Rows ? likeness(curve) : biasText(curve);
}

static QString lawOf(const RelativeData::Missing& missing)
{
    return (missing.refused ? Words::tr("%1 has no law of distance with these settings")
                            : Words::tr("%1 adds no position, so distance changes nothing"))
        .arg(ofCore(missing.label));
}

const RelativeData::Curve* chosenOf(const RelativeData& data, Side side)
{
    const auto found = std::ranges::find_if(data.curves, [side](const RelativeData::Curve& curve) {
        return curve.side == side && curve.chosenHead && !curve.values.empty();
    });
    return found == data.curves.end() ? nullptr : &*found;
}

static QString sideText(const RelativeData& data, Side side)
{
    if (const RelativeData::Curve* curve = chosenOf(data, side))
        return lawOf(*curve);
    const auto missing = std::ranges::find(data.missing, std::optional(side), &RelativeData::Missing::side);
    return missing == data.missing.end() ? QString() : lawOf(*missing);
}

// The law in a few words, for a comparison.
static QString briefLaw(const RelativeData::Curve* curve)
{
    if (curve == nullptr)
        return Words::tr("no effect of distance");
    if (curve->law == RelativeData::Law::Kernel)
        return (curve->halved ? Words::tr("the kernel falls to half at distance %1")
                              : Words::tr("the kernel stays above half up to distance %1"))
            .arg(count(curve->halved.value_or(curve->sought)));
    return curve->law == RelativeData::Law::Bias
        ? Words::tr("bias %1 at distance %2")
              .arg(rounded(curve->values.back()), count(std::llround(curve->distances.back())))
        : Words::tr("cosine %1 of near positions").arg(number(nearAndFar(*curve)[0], 2));
}

// "has turned 1.91 times", "by 4.3°": how far a pair turns on the way from one position to the other.
static QString turned(double angle)
{
    const double turns = std::abs(angle) / (2 * std::numbers::pi);
    return turns >= 1 ? Words::tr("%1 times", "turns of a pair").arg(rounded(turns))
                      : Words::tr("by %1°", "a pair turns").arg(rounded(360 * turns));
}

static bool isSelf(const HeadAttention& head)
{
    return head.keys && head.distance && *head.keys < 1.0005 && *head.distance < 0.0005;
}

// The heads with the weakest and the strongest bias.
static auto weakestAndStrongest(const BiasMaps& of)
{
    return std::ranges::minmax_element(of.reach, {}, [](double reach) { return std::fabs(reach); });
}

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
    const QString ofA = sideText(data, Side::A);
    const QString ofB = sideText(data, Side::B);
    if (ofB.isEmpty() || ofA == ofB)
        return ofB.isEmpty() ? ofA : bothSides(ofA, ofB);
    const RelativeData::Curve* a = chosenOf(data, Side::A);
    const RelativeData::Curve* b = chosenOf(data, Side::B);
    if (a != nullptr && b != nullptr && a->halved && b->halved)
        return Words::tr("The kernel falls to half at distance %1 in A and %2 in B")
            .arg(count(*a->halved), count(*b->halved));
    return bothSides(briefLaw(a), briefLaw(b));
}

QString detail(const RelativeData& data)
{
    QStringList parts;
    for (const RelativeData::Curve& curve : data.curves) {
        if (curve.side && curve.chosenHead && curve.ofLastQuery)
            parts += Words::tr("The bias depends on the query, too: that of the last query is shown.");
        if (!curve.side && !curve.values.empty() && curve.law == RelativeData::Law::Kernel)
            parts += halving(curve) + u'.';
    }
    for (const RelativeData::Missing& missing : data.missing) {
        if (!missing.side)
            parts += lawOf(missing) + u'.';
    }
    if (std::ranges::any_of(data.measured, &MeanScores::sampled))
        parts += Words::tr("The mean score is measured on some of the queries.");
    parts.removeDuplicates();
    return parts.join(u' ');
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

static QString findingOf(const PhasorsData& data, const PhasorClocks& of)
{
    if (of.clocks.empty() || !of.steady) {
        double largest = 0;
        for (const PhasorClocks::Clock& clock : of.clocks)
            largest = std::max(largest, std::abs(clock.angle) * 180 / std::numbers::pi);
        return Words::tr("At %1 angles without full turns reach %2°", "a cell of a grid, a number")
            .arg(placeName(data), rounded(largest));
    }
    const auto way = static_cast<double>(data.position - data.other.value_or(0));
    const QString position = count(data.position);
    if (way == 0)
        return Words::tr("At position %1 every angle is 0").arg(position);
    const QString fastest = turned(way * of.speeds.high);
    const QString slowest = turned(way * of.speeds.low);
    if (of.pairs == 1)
        return data.other
            ? Words::tr("From position %1 to %2 the pair turns %3").arg(count(*data.other), position, fastest)
            : Words::tr("At position %1 the pair has turned %2").arg(position, fastest);
    return data.other
        ? Words::tr("From position %1 to %2 the fastest pair turns %3, the slowest %4")
              .arg(count(*data.other), position, fastest, slowest)
        : Words::tr("At position %1 the fastest pair has turned %2, the slowest %3").arg(position, fastest, slowest);
}

QString summary(const PhasorsData& data)
{
    const auto way = static_cast<double>(data.position - data.other.value_or(0));
    if (data.b && data.a.steady && data.b->steady && way != 0) {
        const QString ofA = turned(way * data.a.speeds.low);
        const QString ofB = turned(way * data.b->speeds.low);
        return ofA == ofB ? Words::tr("The slowest pair turns %1 in A and B", "by 4.3°").arg(ofA)
                          : Words::tr("The slowest pair turns %1 in A and %2 in B", "by 4.3°; by 17°").arg(ofA, ofB);
    }
    const QString a = findingOf(data, data.a);
    return data.b ? bothSides(a, findingOf(data, *data.b)) : a;
}

QString detail(const PhasorsData& data)
{
    QStringList sentences;
    if (data.a.clocks.empty())
        return {};
    if (data.a.steady)
        sentences += Words::tr("One turn takes %1, depending on the pair.", "%1: 6.28 to 54,400 positions")
                         .arg(wavelengthsText({kTurn / data.a.speeds.high, kTurn / data.a.speeds.low}, false));
    const auto [least, most] = std::ranges::minmax(data.a.clocks, {}, &PhasorClocks::Clock::left);
    if (least.left < 1)
        sentences
            += Words::tr("Over this distance a pair keeps %1 of its part of a score.", "shares: 10 % to 90 %")
                   .arg(fromTo(roundedShare(least.left), roundedShare(most.left), Words::tr("%1 to %2", "shares")));
    if (static_cast<std::int64_t>(data.a.clocks.size()) < data.a.pairs)
        sentences += Words::tr("There is room for %1 of %2 pairs.")
                         .arg(count(static_cast<std::int64_t>(data.a.clocks.size())), count(data.a.pairs));
    return paragraphs(sentences);
}

QString summaryOf(const HeadAttention& head)
{
    const std::int64_t keys = head.scores.columns.count;
    if (head.attention && !head.keys && keys > 0)
        return Words::tr("Attention is undefined, as no row of scores is finite");
    if (!head.attention || !head.keys || !head.distance)
        return Words::tr("Attention isn't shown, as each row has %1 keys").arg(count(keys));
    if (isSelf(head))
        return Words::tr("In head %1 each token attends only to itself").arg(head.facts.head);
    const QString away = *head.distance < 100 ? number(*head.distance, 2) : rounded(*head.distance);
    if (*head.keys > 0.95 * head.seen)
        return Words::tr("Head %1 attends equally to all tokens that it sees").arg(head.facts.head);
    if (*head.keys < 1.5)
        return *head.distance < 0.5
            ? Words::tr("In head %1 a token attends mostly to itself").arg(head.facts.head)
            : Words::tr("Head %1 attends to about one token, at mean distance %2").arg(head.facts.head).arg(away);
    return Words::tr("Head %1 spreads attention over %2 of %3 tokens, at mean distance %4")
        .arg(QString::number(head.facts.head), number(*head.keys, 2), count(keys), away);
}

QString change(const HeadAttention& a, const HeadAttention& b)
{
    if (!a.keys || !b.keys || !a.distance || !b.distance)
        return summaryOf(a);
    if (isSelf(a) && isSelf(b))
        return Words::tr("Each token attends only to itself in A and B");
    const QString keys = number(*a.keys, 2);
    const QString keysOfB = number(*b.keys, 2);
    if (keys != keysOfB)
        return (*a.keys < *b.keys ? Words::tr("Attention spreads over more tokens in B: %2 instead of %1")
                                  : Words::tr("Attention spreads over fewer tokens in B: %2 instead of %1"))
            .arg(keys, keysOfB);
    const auto distance = [](double mean) {
        return mean > 0 && mean < 0.005 ? Words::tr("almost 0", "a number") : number(mean, 2);
    };
    const QString away = distance(*a.distance);
    const QString awayOfB = distance(*b.distance);
    return away != awayOfB
        ? Words::tr("The mean distance of attention is %1 in A and %2 in B").arg(away, awayOfB)
        : Words::tr("A and B spread attention equally, over %1 of %2 tokens").arg(keys, count(a.scores.columns.count));
}

QStringList detailOf(const HeadAttention& head)
{
    const QString name = Words::tr("Head %1 of %2").arg(head.facts.head).arg(head.facts.heads);
    return {head.keys && head.distance
                ? Words::tr("%1: on average a query's attention is shared among %2 keys, at mean distance %3.")
                      .arg(name, number(*head.keys), number(*head.distance))
                : Words::tr("%1.", "a name").arg(name)};
}

QString summaryOf(const BiasMaps& of)
{
    const auto [least, most] = weakestAndStrongest(of);
    if (*most == 0)
        return Words::tr("The bias is zero in every head");
    if (of.heads == 1)
        return Words::tr("The bias of head %1 reaches %2").arg(0).arg(rounded(*most));
    if (*least == *most)
        return Words::tr("All heads have the same strongest bias, %1").arg(rounded(*most));
    return Words::tr("Head %1 has the strongest bias, %2, and head %3 the weakest, %4")
        .arg(QString::number(most - of.reach.begin()), rounded(*most), QString::number(least - of.reach.begin()),
             rounded(*least));
}

QString change(const BiasMaps& a, const BiasMaps& b)
{
    const QString ofA = rounded(*weakestAndStrongest(a).max);
    const QString ofB = rounded(*weakestAndStrongest(b).max);
    return ofA == ofB ? Words::tr("The strongest bias is the same in A and B, %1").arg(ofA)
                      : Words::tr("The strongest bias is %1 in A and %2 in B").arg(ofA, ofB);
}

QString detail(const HeadsData& data)
{
    QStringList parts{Words::tr("Each map has a row for each query and a column for each key.")};
    if (static_cast<std::int64_t>(data.a.maps.size()) < data.a.heads)
        parts += Words::tr("Only %1 of %2 heads have room.").arg(data.a.maps.size()).arg(data.a.heads);
    if (data.b)
        parts += bothSides(summaryOf(data.a), summaryOf(*data.b)) + u'.';
    return paragraphs(parts);
}

} // namespace phasor::words
