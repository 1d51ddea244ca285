// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/summaries/summaries.h"

namespace phasor::words {

// "29 kept, 6 between, 29 divided by 8"
static QString bands(const PairFrequencies& of)
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

static Interval wavelengthsOf(const PairFrequencies& of)
{
    const auto [low, high] = std::ranges::minmax(of.pairs, {}, &PairFrequencies::Pair::wavelength);
    return {low.wavelength(), high.wavelength()};
}

// Number of dimensions whose value hardly depends on the position.
static std::int64_t unvaried(const EnergyCurves& of)
{
    return of.constant + of.zero;
}

// Number of the list's initializers with R above 1, to the two digits that are shown.
static std::int64_t longer(const InitializerRatios& of, double RatioOfInitializer::*ratio)
{
    return std::ranges::count_if(of.rows, [ratio](const RatioOfInitializer& row) { return row.*ratio >= 1.05; });
}

QStringList detailOf(const TableShift& of)
{
    if (of.waiting || !std::isfinite(of.greatest))
        return {};
    return {of.fitted ? Words::tr("The matrix is fitted by least squares over %1 rows.").arg(count(of.fittedRows))
                      : Words::tr("The matrix rotates each pair by the angle %1·ω.").arg(count(of.k)),
            Words::tr("The largest error is %1, compared with a mean norm of %2.")
                .arg(rounded(of.greatest), rounded(of.length))};
}

// What has a frequency: a sine and a cosine, or in Time2Vec a sine alone.
static QString waveName(bool paired)
{
    return paired ? Words::tr("pair", "a sine and its cosine") : Words::tr("wave", "a single sine");
}

static QString waveNames(bool paired)
{
    return paired ? Words::tr("pairs", "sines and their cosines") : Words::tr("waves", "single sines");
}

QString summaryOf(const PairFrequencies& of)
{
    if (of.pairs.empty())
        return Words::tr("There are no pairs");
    const QString all = count(static_cast<std::int64_t>(of.pairs.size()));
    const Interval waves = wavelengthsOf(of);
    if (of.rotation && of.target > of.trainedLength) {
        if (of.unseen() == 0)
            return Words::tr("Training has seen the angles of all %1 pairs").arg(all);
        if (100 * of.mostUnseen() < of.target)
            return Words::tr("Training has never seen a few angles of %1 of %2 pairs").arg(count(of.unseen()), all);
        return of.unseen() == static_cast<std::int64_t>(of.pairs.size())
            ? Words::tr("All %1 pairs meet angles never seen in training").arg(all)
            : Words::tr("Training has never seen some angles of %1 of %2 pairs").arg(count(of.unseen()), all);
    }
    if (of.target == 1)
        return onePosition();
    if (of.neverTurned() == 0)
        return of.grid ? Words::tr("Every pair turns at least once along its side of the grid")
                       : Words::tr("Every %1 turns at least once in %2 positions", "pair or wave")
                             .arg(waveName(of.paired), count(of.target));
    if (of.grid)
        return of.neverTurned() == static_cast<std::int64_t>(of.pairs.size())
            ? Words::tr("No pair turns once along its side of the grid")
            : Words::tr("%1 of %2 pairs cannot turn once along their side of the grid")
                  .arg(count(of.neverTurned()), all);
    if (!std::isfinite(waves.high))
        return Words::tr("The slowest %1 never turns", "pair or wave").arg(waveName(of.paired));
    return Words::tr("The slowest %1 takes %2 positions for a turn, but there are only %3", "pair or wave")
        .arg(waveName(of.paired), rounded(waves.high), count(of.target));
}

QString change(const PairFrequencies& a, const PairFrequencies& b)
{
    if (a.pairs.empty() || b.pairs.empty())
        return {};
    if (a.unseen() != b.unseen())
        return changedCount(Words::tr("The number of pairs with unseen angles"), a.unseen(), b.unseen());
    if (a.neverTurned() != b.neverTurned())
        return changedCount(
            Words::tr("The number of %1 that never turn once", "pairs or waves").arg(waveNames(a.paired)),
            a.neverTurned(), b.neverTurned());
    return changed(Words::tr("The longest wavelength"), wavelengthsOf(a).high, wavelengthsOf(b).high);
}

QStringList detailOf(const PairFrequencies& of)
{
    if (of.pairs.empty())
        return {};
    QStringList sentences{Words::tr("One turn takes %1, depending on the %2.", "%1: 6.28 to 54,400 positions")
                              .arg(wavelengthsText(wavelengthsOf(of), of.grid), waveName(of.paired))};
    if (of.scaled)
        sentences += Words::tr("Frequencies: %1.").arg(bands(of));
    if (of.neverTurned() > 0 && !of.grid)
        sentences += of.target > of.trainedLength
            ? Words::tr("Pairs without a full turn in the %1 positions of training: %2.")
                  .arg(count(of.trainedLength), count(of.neverTurned()))
            : Words::tr("Without a full turn in %1 positions: %2 %3.", "numbers; pairs or waves")
                  .arg(count(of.target), count(of.neverTurned()), waveNames(of.paired));
    if (of.rotation && of.target > of.trainedLength && of.unseen() > 0)
        sentences += Words::tr("A pair meets unseen angles at up to %1 of %2 positions.")
                         .arg(count(of.mostUnseen()), count(of.target));
    if (of.attentionFactor != 1)
        sentences
            += Words::tr("The attention factor %1 multiplies cosines and sines of queries and keys. Scores are "
                         "multiplied by its square, %2, which makes attention sharper, as a lower temperature does.")
                   .arg(rounded(of.attentionFactor), rounded(of.attentionFactor * of.attentionFactor));
    return sentences;
}

QString summaryOf(const PairWavelengths& of)
{
    if (of.pairs.empty())
        return Words::tr("There are no pairs");
    const QString dead = count(of.counts.dead);
    const QString all = count(of.counts.pairs);
    if (of.target == 1)
        return onePosition();
    if (of.grid && of.counts.dead == of.counts.pairs)
        return Words::tr("No pair completes a period along its side of the grid");
    if (of.grid)
        return of.counts.dead == 0
            ? Words::tr("Every pair completes a period along its side of the grid")
            : Words::tr("%1 of %2 pairs cannot complete a period along their side of the grid").arg(dead, all);
    const QString positions = count(of.target);
    if (of.counts.dead == of.counts.pairs)
        return Words::tr("No %1 completes a period within %2 positions", "pair or wave")
            .arg(waveName(of.paired), positions);
    return of.counts.dead == 0
        ? Words::tr("Every %1 completes a period within %2 positions", "pair or wave")
              .arg(waveName(of.paired), positions)
        : Words::tr("%1 of %2 %3 cannot complete a period within %4 positions", "numbers, pairs or waves")
              .arg(dead, all, waveNames(of.paired), positions);
}

QString change(const PairWavelengths& a, const PairWavelengths& b)
{
    if (a.pairs.empty() || b.pairs.empty())
        return {};
    return a.counts.dead != b.counts.dead
        ? changedCount(Words::tr("The number of long-wave %1", "pairs or waves").arg(waveNames(a.paired)),
                       a.counts.dead, b.counts.dead)
        : changed(Words::tr("The longest wavelength"), wavelengthsOf(a).high, wavelengthsOf(b).high);
}

QStringList detailOf(const PairWavelengths& of)
{
    if (of.pairs.empty())
        return {};
    QStringList sentences{Words::tr("Wavelengths: %1.").arg(wavelengthsText(wavelengthsOf(of), of.grid)),
                          Words::tr("Long-wave %1: %2 of %3.", "pairs or waves")
                              .arg(waveNames(of.paired), count(of.counts.dead), count(of.counts.pairs))};
    if (of.counts.dead > 0 && of.paired)
        sentences += Words::tr("A long-wave pair completes no full period within the table, so its sine and cosine "
                               "move along a part of the circle only.");
    if (of.counts.frozen > 0 && of.paired)
        sentences += Words::tr("Near-constant pairs: %1. They move less than 0.1 rad and add nearly the same two "
                               "values to every token.")
                         .arg(count(of.counts.frozen));
    if (of.largestBase)
        sentences += std::isfinite(*of.largestBase)
            ? Words::tr("All pairs complete a period if the base is at most %1.").arg(rounded(*of.largestBase))
            : Words::tr("No pair depends on the base.");
    return sentences;
}

QString summaryOf(const EnergyCurves& of)
{
    if (of.columns > 0 && !std::isfinite(of.meanPosition))
        return Words::tr("The encoding has values that are not finite in every dimension");
    if (unvaried(of) == of.columns)
        return Words::tr("The encoding varies with position in no dimension");
    if (of.columns == 1)
        return Words::tr("The encoding varies with position in its only dimension");
    return unvaried(of) == 0
        ? Words::tr("The encoding varies with position in all %1 dimensions").arg(count(of.columns))
        : Words::tr("The encoding hardly varies with position in %1 of %2 dimensions")
              .arg(count(unvaried(of)), count(of.columns));
}

QString change(const EnergyCurves& a, const EnergyCurves& b)
{
    if (unvaried(a) != unvaried(b))
        return changedCount(Words::tr("The number of dimensions that hardly vary"), unvaried(a), unvaried(b));
    const auto finite = std::isfinite(a.meanScaled + b.meanScaled + a.meanPosition + b.meanPosition);
    if (!finite || (a.meanScaled == b.meanScaled && a.meanPosition == b.meanPosition))
        return {};
    const bool sampled = a.sampled || b.sampled;
    return a.meanScaled != b.meanScaled
        ? changed(Words::tr("The embedding's mean square"), a.meanScaled, b.meanScaled, sampled)
        : changed(Words::tr("The encoding's mean square"), a.meanPosition, b.meanPosition, sampled);
}

QStringList detailOf(const EnergyCurves& of)
{
    const auto each = [&of](double mean) {
        return std::isfinite(mean) ? (of.sampled ? QStringLiteral("≈ ") : QString()) + rounded(mean)
                                   : Words::tr("undefined");
    };
    QStringList sentences{Words::tr("Mean square of a value of s·E: %1.").arg(each(of.meanScaled)),
                          Words::tr("Mean square of a value of PE: %1, of which %2 varies with position.")
                              .arg(each(of.meanPosition), each(of.meanVarying)),
                          Words::tr("Dimensions that hold a constant (less than 1 % of their energy varies): %1 of %2.")
                              .arg(count(of.constant), count(of.columns))};
    if (of.larger >= 0)
        sentences += Words::tr("Dimensions in which PE is larger than s·E: %1.").arg(count(of.larger));
    if (of.zero > 0)
        sentences += Words::tr("Dimensions of PE that are zero: %1.").arg(count(of.zero));
    if (of.undefined > 0)
        sentences += Words::tr("Dimensions with values that are not finite: %1.").arg(count(of.undefined));
    return sentences;
}

QString summaryOf(const TableShift& of)
{
    const QString rows = (of.rotation ? Words::tr("rotation p to rotation p + %1") : Words::tr("PE(p) to PE(p + %1)"))
                             .arg(count(of.k));
    if (of.waiting)
        return Words::tr("Fitting a matrix that maps %1", "PE(p) to PE(p + 1)").arg(rows);
    if (!std::isfinite(of.greatest))
        return Words::tr("No matrix fits because the encoding has values that are not finite");
    if (of.alwaysFits)
        return Words::tr("With so few rows some matrix fits any encoding");
    const double error = of.length > 0 ? of.greatest / of.length : 0;
    if (error < 0.001)
        return Words::tr("One matrix maps %1 for every p", "PE(p) to PE(p + 1)").arg(rows);
    if (error < 0.1)
        return Words::tr("One matrix maps %1 within %2 for every p", "PE(p) to PE(p + 1)").arg(rows, share(error));
    return Words::tr("No matrix maps %1 for every p (error %2)", "PE(p) to PE(p + 1)")
        .arg(rows, error < 10 ? share(error) : Words::tr("%1 times the norm").arg(rounded(error)));
}

QString lengthsCompared(const Estimate& of)
{
    const double ratio = of.value;
    if (ratio == 0)
        return Words::tr("The scaled embedding is zero, so only the encoding is left");
    if (ratio >= 0.95 && ratio <= 1.05)
        return Words::tr("Embedding and encoding are about equally long (R %1)", "%1: = a number")
            .arg((of.error == 0 ? QStringLiteral("= ") : QString()) + number(of));
    return ratio > 1 ? Words::tr("The embedding is %1 times as long as the encoding").arg(rounded(of))
                     : Words::tr("The encoding is %1 times as long as the embedding")
                           .arg(rounded(Estimate{1 / ratio, of.error / (ratio * ratio)}));
}

QString summaryOf(const InitializerRatios& of)
{
    if (std::ranges::any_of(of.rows, [](const RatioOfInitializer& row) { return !std::isfinite(row.scaled); }))
        return Words::tr("R has no value because the encoding is zero");
    const auto all = static_cast<std::int64_t>(of.rows.size());
    const std::int64_t with = longer(of, &RatioOfInitializer::scaled);
    const std::int64_t without = longer(of, &RatioOfInitializer::unscaled);
    const QString root = QStringLiteral("√%1").arg(count(of.dModel));
    QString text = Words::tr("R exceeds 1 for %1 of %2 initializers with s = %4, and for %3 with s = 1")
                       .arg(QString::number(with), QString::number(all), QString::number(without), root);
    if (with == 0)
        text = Words::tr("No initializer makes the embedding longer than the encoding");
    else if (without == all)
        text = Words::tr("Every initializer makes the embedding longer than the encoding");
    else if (with == without)
        text = Words::tr("R exceeds 1 for %1 of %2 initializers, with s = %3 and with s = 1")
                   .arg(QString::number(with), QString::number(all), root);
    else if (with == all)
        text = Words::tr("R exceeds 1 for all %1 initializers with s = %3, and for %2 with s = 1", "numbers, √d")
                   .arg(QString::number(all), QString::number(without), root);
    return restrictedTo(of.part, text);
}

QString change(const InitializerRatios& a, const InitializerRatios& b)
{
    return std::isfinite(a.ratio + b.ratio) ? changed(Words::tr("The setup's expected R"), a.ratio, b.ratio)
                                            : QString();
}

QStringList detailOf(const InitializerRatios& of)
{
    const auto [least, most] = std::ranges::minmax_element(of.rows, {}, &RatioOfInitializer::scaled);
    return {Words::tr("R is the expected norm of s·E divided by the mean norm of PE, %1.").arg(orUndefined(of.length)),
            Words::tr("In this setup R is %1.").arg(orUndefined(of.ratio)),
            Words::tr("With scale √%1, R goes from %2 (%3) to %4 (%5). Without it, R is 1/√%1 of that.",
                      "d_model, ratios and initializers")
                .arg(count(of.dModel), orUndefined(least->scaled), initializerText(least->id),
                     orUndefined(most->scaled), initializerText(most->id)),
            Words::tr("s·E + PE and E + PE/s have the same R and the same direction. Only the norm differs, by the "
                      "factor %1.")
                .arg(rounded(of.scale))};
}

} // namespace phasor::words
