// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/summaries/summaries.h"

#include "words/language.h"
#include "words/numbers.h"

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
        parts += of.unseen() > 0
            ? Words::tr("%1 reach angles at %2 that training never did").arg(of.unseen()).arg(count(of.target))
            : Words::tr("none reaches an angle at %1 that training did not").arg(count(of.target));
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

} // namespace phasor::words
