// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/summaries.h"

#include "words/numbers.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace phasor::words {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(MeasureWords)
};

QString bothSides(const QString& a, const QString& b)
{
    return Words::tr("A: %1 · B: %2", "what is said of each set-up").arg(a, b);
}

// "λ from 6.28 to 60 600 positions"
QString wavelengthSpan(const PairWavelengths& of)
{
    const auto [low, high] = std::minmax_element(of.wavelengths.begin(), of.wavelengths.end());
    if (!std::isfinite(*high))
        return Words::tr("λ from %1 positions on").arg(number(*low));
    return Words::tr("λ from %1 to %2 positions").arg(number(*low), number(*high));
}

QString ofBase(const PairWavelengths& of)
{
    if (!of.largestBase)
        return {};
    if (!std::isfinite(*of.largestBase))
        return Words::tr("no pair depends on the base");
    return Words::tr("no pair is dead up to base %1").arg(number(*of.largestBase, 4));
}

QString summaryOfPairs(const PairWavelengths& of)
{
    if (of.wavelengths.empty())
        return Words::tr("there are no pairs");
    QStringList parts{Words::tr("%1 pairs", nullptr, pluralOf(of.counts.pairs)).arg(count(of.counts.pairs)),
                      wavelengthSpan(of)};
    parts += of.grid ? Words::tr("%1 dead: no full period along their side of the grid").arg(count(of.counts.dead))
                     : Words::tr("%1 dead: no full period within %2").arg(count(of.counts.dead), count(of.positions));
    if (of.counts.frozen > 0)
        parts += Words::tr("%1 of them frozen").arg(count(of.counts.frozen));
    if (const QString base = ofBase(of); !base.isEmpty())
        parts += base;
    return parts.join(QStringLiteral("; "));
}

QString summaryOfEnergy(const EnergyCurves& of)
{
    const auto each = [&of](double mean) {
        return std::isfinite(mean) ? (of.sampled ? QStringLiteral("≈ ") : QString()) + number(mean)
                                   : Words::tr("undefined");
    };
    QStringList parts{Words::tr("a dimension has %1 of s·E and %2 of PE, of which %3 varies",
                                "mean energies of the embedding, the encoding, its varying part")
                          .arg(each(of.meanScaled), each(of.meanPosition), each(of.meanVarying))};
    if (of.larger >= 0)
        parts += Words::tr("PE is larger in %1 of %2").arg(count(of.larger), count(of.columns));
    parts += Words::tr("%1 of %2 hold a constant: less than 1 % of their energy varies")
                 .arg(count(of.constant), count(of.columns));
    if (of.zero > 0)
        parts += Words::tr("%1 hold nothing").arg(count(of.zero));
    if (of.undefined > 0)
        parts += Words::tr("%1 are undefined", nullptr, pluralOf(of.undefined)).arg(count(of.undefined));
    return parts.join(QStringLiteral("; "));
}

} // namespace

QString lengthName(std::int64_t positions)
{
    return Words::tr("λ = max_len = %1").arg(count(positions));
}

QString summary(const WavelengthsData& data)
{
    return data.b ? bothSides(summaryOfPairs(data.a), summaryOfPairs(*data.b)) : summaryOfPairs(data.a);
}

QString detail(const WavelengthsData& data)
{
    if (data.a.counts.dead == 0)
        return {};
    return Words::tr("A dead pair completes no full period within the table: its sine and cosine move along a part of "
                     "the circle only. A frozen one moves less than 0.1 rad: it adds nearly the same two numbers to "
                     "every token.");
}

QString summary(const EnergyData& data)
{
    return data.b ? bothSides(summaryOfEnergy(data.a), summaryOfEnergy(*data.b)) : summaryOfEnergy(data.a);
}

} // namespace phasor::words
