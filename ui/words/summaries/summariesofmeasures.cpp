// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/coretexts.h"
#include "words/numbers.h"
#include "words/setups.h"
#include "words/summaries/summaries.h"

#include <algorithm>
#include <cmath>

namespace phasor::words {

namespace {

// "29 kept, 6 between, 29 divided by 8"
QString bands(const PairFrequencies& of)
{
    QStringList parts;
    if (of.count(PairBand::Kept) > 0)
        parts += Words::tr("%1 kept", "pairs").arg(of.count(PairBand::Kept));
    if (of.count(PairBand::Between) > 0)
        parts += Words::tr("%1 between", "pairs, between kept and divided").arg(of.count(PairBand::Between));
    if (of.count(PairBand::Divided) > 0)
        parts += Words::tr("%1 divided by %2", "pairs").arg(of.count(PairBand::Divided)).arg(number(of.factor));
    return parts.join(QStringLiteral(", "));
}

// "λ from 6.28 to 60 600 positions"
QString wavelengthSpan(const PairWavelengths& of)
{
    const auto [low, high] = std::minmax_element(of.wavelengths.begin(), of.wavelengths.end());
    if (!std::isfinite(*high))
        return Words::tr("λ from %1 positions on").arg(number(*low));
    return Words::tr("λ from %1 to %2 positions").arg(number(*low), number(*high));
}

QString residualOf(const TableShift& of)
{
    if (!std::isfinite(of.greatest))
        return Words::tr("undefined: the table has cells that are no number");
    return Words::tr("off by %1 at most, beside a length of %2").arg(number(of.greatest), number(of.length));
}

} // namespace

QString summaryOf(const PairFrequencies& of)
{
    const auto all = static_cast<std::int64_t>(of.pairs.size());
    if (of.grid)
        return Words::tr("%1 pairs; %2 do not turn once along their side of the grid").arg(all).arg(of.neverTurned());
    QStringList parts{of.scaled ? Words::tr("%1 pairs: %2").arg(all).arg(bands(of)) : Words::tr("%1 pairs").arg(all)};
    parts += of.rotation
        ? Words::tr("%1 never turned once in the %2 positions of training")
              .arg(of.neverTurned())
              .arg(count(of.trainedLength))
        : Words::tr("%1 do not turn once within %2 positions").arg(of.neverTurned()).arg(count(of.target));
    if (of.rotation && of.target > of.trainedLength)
        parts += of.unseen() > 0 ? Words::tr("%1 reach angles that training never showed, at up to %2 of %3 positions")
                                       .arg(of.unseen())
                                       .arg(count(of.mostUnseen()), count(of.target))
                                 : Words::tr("none reaches an angle that training never showed");
    if (of.attentionFactor != 1)
        parts += Words::tr("scores × %1").arg(number(of.attentionFactor * of.attentionFactor, 4));
    return parts.join(QStringLiteral("; "));
}

QString detail(const FrequenciesData& data)
{
    if (data.a.attentionFactor == 1)
        return {};
    return Words::tr("The attention factor %1 stands on cosines and sines, of queries and of keys alike: scores are "
                     "multiplied by its square, %2, which makes the attention sharper, as a lower temperature does.")
        .arg(number(data.a.attentionFactor, 7), number(data.a.attentionFactor * data.a.attentionFactor, 7));
}

QString summaryOf(const PairWavelengths& of)
{
    if (of.wavelengths.empty())
        return Words::tr("there are no pairs");
    QStringList parts{Words::tr("%1 pairs", nullptr, pluralOf(of.counts.pairs)).arg(count(of.counts.pairs)),
                      wavelengthSpan(of)};
    parts += of.grid ? Words::tr("%1 dead: no full period along their side of the grid").arg(count(of.counts.dead))
                     : Words::tr("%1 dead: no full period within %2").arg(count(of.counts.dead), count(of.positions));
    if (of.counts.frozen > 0)
        parts += Words::tr("%1 of them frozen").arg(count(of.counts.frozen));
    if (of.largestBase)
        parts += std::isfinite(*of.largestBase)
            ? Words::tr("no pair is dead up to base %1").arg(number(*of.largestBase, 4))
            : Words::tr("no pair depends on the base");
    return parts.join(QStringLiteral("; "));
}

QString summaryOf(const EnergyCurves& of)
{
    const auto each = [&of](double mean) {
        return std::isfinite(mean) ? (of.sampled ? QStringLiteral("≈ ") : QString()) + number(mean)
                                   : Words::tr("undefined");
    };
    QStringList parts{Words::tr("s·E has %1 in a dimension, PE has %2, of which %3 varies",
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

QString summaryOf(const TableSpectrum& of)
{
    const QString symbol = ofCore(of.symbol);
    if (!of.measures)
        return Words::tr("the spectrum of %1 is undefined: it is zero, or has cells that are no number").arg(symbol);
    QStringList parts;
    if (of.sampled())
        parts += Words::tr("estimated from %1 of %2 rows").arg(count(of.visited), count(of.rows));
    parts += Words::tr("effective rank of %1: %2 of %3", "a symbol, numbers")
                 .arg(symbol, number(of.measures->effectiveRank), count(std::min(of.rows, of.cols)));
    parts += Words::tr("participation ratio %1").arg(number(of.measures->participationRatio));
    parts += Words::tr("%1 directions hold 99 % of the energy", nullptr, pluralOf(of.measures->dimensions99))
                 .arg(count(of.measures->dimensions99));
    if (of.constantShare && std::isfinite(*of.constantShare))
        parts += Words::tr("%1 of the energy lies in the mean row").arg(share(*of.constantShare));
    return parts.join(QStringLiteral("; "));
}

QString summaryOf(const TableShift& of)
{
    if (of.waiting)
        return Words::tr("the best linear map from PE(p) to PE(p + %1) is being fitted").arg(count(of.k));
    if (!of.fitted)
        return Words::tr("T turns each pair by %1·ω: PE(p + %1) = T · PE(p) at every p; %2", "a distance, how exactly")
            .arg(count(of.k), residualOf(of));
    const QString fit = Words::tr("PE(p + %1) ≈ T · PE(p), by least squares over %2 rows: %3")
                            .arg(count(of.k), count(of.fittedRows), residualOf(of));
    return of.alwaysFits ? Words::tr("%1; any table of so few rows fits").arg(fit) : fit;
}

QString summaryOf(const InitializerRatios& of)
{
    const RatioOfInitializer* least = nullptr;
    const RatioOfInitializer* most = nullptr;
    for (const RatioOfInitializer& row : of.rows) {
        if (!std::isfinite(row.scaled))
            return Words::tr("undefined: the encoding has no length");
        least = least == nullptr || row.scaled < least->scaled ? &row : least;
        most = most == nullptr || row.scaled > most->scaled ? &row : most;
    }
    return Words::tr("R = %1 expected here; with × √%2 it would be %3 (%4) to %5 (%6), without %7 times less",
                     "a ratio, d_model, ratios and initialisers, the root of d_model")
        .arg(orUndefined(of.ratio), count(of.dModel), number(least->scaled), initializerText(least->id),
             number(most->scaled), initializerText(most->id), number(std::sqrt(static_cast<double>(of.dModel))));
}

QString detail(const WavelengthsData& data)
{
    if (data.a.counts.dead == 0)
        return {};
    return Words::tr("A dead pair completes no full period within the table: its sine and cosine move along a part of "
                     "the circle only. A frozen one moves less than 0.1 rad: it adds nearly the same two numbers to "
                     "every token.");
}

QString summary(const ShiftData& data)
{
    return summaryOf(data.ofA, data.ofB);
}

QString detail(const InitializersData& data)
{
    return Words::tr("R is s·σ·√d beside the length of a row of the encoding, %1. s·E + PE and E + PE/s have the same "
                     "R and the same direction: only the length differs, by s = %2.")
        .arg(orUndefined(data.a.length), number(data.a.scale));
}

QString detail(const HeatmapData& data)
{
    if (data.dead == nullptr)
        return {};
    return Words::tr("The line below the picture marks the dimensions of dead pairs: they complete no full period "
                     "within the table. Where it is thicker they are frozen: they move less than 0.1 rad.");
}

} // namespace phasor::words
