// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/coretexts.h"
#include "words/numbers.h"
#include "words/pictures.h"
#include "words/summaries/summaries.h"

#include "text/numbers.h"

#include <cmath>

namespace phasor::words {

namespace {

// The formula computed for this setup.
QString formula(const DropoutMeasure& measure)
{
    const Placement& placement = placementOf(measure.facts.placement);
    if (measure.concatenated)
        return text(placement.formulaBeside);
    return text(measure.withTable ? placement.formula : placement.formulaAlone);
}

// "5 of 13 rows are lost whole"; empty: no row.
QString lostRows(const DropoutMeasure& measure, bool complete)
{
    if (measure.lostRows == 0)
        return {};
    if (!complete) {
        const double lost = static_cast<double>(measure.lostRows) / static_cast<double>(measure.comparedRows);
        const double error = 2 * std::sqrt(lost * (1 - lost) / static_cast<double>(measure.comparedRows));
        return Words::tr("%1 of the rows lost", "a share").arg(estimatedShare({lost, error}));
    }
    return Words::tr("%1 of %2 rows lost", nullptr, pluralOf(measure.comparedRows))
        .arg(measure.lostRows)
        .arg(measure.comparedRows);
}

// "1, without 5 zero rows": a mean over the compared rows that have a cosine.
QString ofRows(const DropoutMeasure& measure, const QString& cosine)
{
    return measure.zeroRows == 0 ? cosine : Words::tr("%1, without %2 zero rows").arg(cosine).arg(measure.zeroRows);
}

bool isComplete(const DropoutMeasure& measure)
{
    return measure.cosine.error == 0 && measure.positionEnergyKept.error == 0;
}

QString summaryOf(const DropoutMeasure& measure)
{
    const DropoutFacts& facts = measure.facts;
    const Placement& placement = placementOf(facts.placement);
    const bool eval = facts.mode == DropoutMode::Eval;
    if (eval && !placement.fillsPadding)
        return Words::tr("eval: dropout is the identity, nothing is dropped and nothing is scaled");
    const QString dropped
        = (measure.visiblePart ? Words::tr("%1: %2 of the visible cells dropped", "what dropout acts on, a share")
                               : Words::tr("%1: %2 dropped", "what dropout acts on, a share"))
              .arg(formula(measure), estimatedShare(measure.dropped));
    if (eval)
        return Words::tr("%1, the padding; eval: nothing else is dropped and nothing is scaled").arg(dropped);
    QStringList parts{dropped, Words::tr("p = %1").arg(share(facts.probability))};
    if (measure.expected != facts.probability)
        parts += Words::tr("expected %1").arg(share(measure.expected));
    parts += facts.probability < 1 ? Words::tr("kept ones × %1").arg(number(facts.factor, 4))
                                   : Words::tr("nothing is left of it");
    const QString lost = lostRows(measure, isComplete(measure));
    if (!lost.isEmpty())
        parts += lost;
    if (!std::isnan(measure.cosine.value))
        parts += Words::tr("cos(sum, output) %1", "%1: = a number").arg(ofRows(measure, equals(measure.cosine)));
    if (!std::isnan(measure.positionEnergyKept.value))
        parts += Words::tr("%1 of the position's energy kept").arg(estimatedShare(measure.positionEnergyKept));
    parts += Words::tr("a token is lost whole with probability %1").arg(text(powerOfTen(measure.log10TokenLoss)));
    const QString all = parts.join(QStringLiteral(", "));
    return measure.sampled ? Words::tr("%1 (a sample of the rows)").arg(all) : all;
}

// "+20"
QString points(double difference)
{
    const QString text = number(100 * difference);
    return difference > 0 ? QStringLiteral("+%1").arg(text) : text;
}

} // namespace

QString summary(const DropoutData& data)
{
    if (!data.b)
        return summaryOf(data.a);
    return Words::tr("A %1 dropped · B %2 · A − B %3 points · A: %4")
        .arg(estimatedShare(data.a.dropped), estimatedShare(data.b->dropped),
             points(data.a.dropped.value - data.b->dropped.value), summaryOf(data.a));
}

QString detail(const DropoutData& data)
{
    const DropoutFacts& facts = data.a.facts;
    return ofCore(placementOf(facts.placement).choice.words.explanation) + QStringLiteral("\n\n")
        + generator(facts.generator);
}

QStringList figures(const DropoutData& data)
{
    constexpr int kDigits = 4;
    const DropoutMeasure& a = data.a;
    QStringList lines;
    if (data.b)
        lines += Words::tr("A | B"); // both setups' numbers on one line
    const auto add = [&](const QString& line, auto valueOf) {
        lines += line.arg(data.b ? QStringLiteral("%1 | %2").arg(valueOf(a), valueOf(*data.b)) : valueOf(a));
    };
    add(Words::tr("p = %1"), [](const DropoutMeasure& m) { return share(m.facts.probability, kDigits); });
    add(Words::tr("dropped %1"), [](const DropoutMeasure& m) { return estimatedShare(m.dropped, kDigits); });
    if (a.expected != a.facts.probability)
        add(Words::tr("expected %1"), [](const DropoutMeasure& m) { return share(m.expected, kDigits); });
    if (a.facts.probability < 1)
        add(Words::tr("× 1/(1 − p) = %1"), [](const DropoutMeasure& m) { return number(m.facts.factor, kDigits); });
    if (a.lostRows > 0 || (data.b && data.b->lostRows > 0))
        add(QStringLiteral("%1"), [](const DropoutMeasure& m) {
            const QString lost = lostRows(m, isComplete(m));
            return lost.isEmpty() ? Words::tr("no row lost") : lost;
        });
    if (!std::isnan(a.cosine.value))
        add(Words::tr("cos(sum, out) %1"),
            [](const DropoutMeasure& m) { return ofRows(m, estimate(m.cosine, kDigits)); });
    if (!std::isnan(a.positionEnergyKept.value))
        add(Words::tr("PE energy %1"),
            [](const DropoutMeasure& m) { return estimatedShare(m.positionEnergyKept, kDigits); });
    add(Words::tr("token lost %1"), [](const DropoutMeasure& m) { return text(powerOfTen(m.log10TokenLoss)); });
    return lines;
}

QString columnsTitle(const DropoutMeasure& measure)
{
    if (measure.positionColumns == 0)
        return axisTitle(AxisKind::Dimension);
    return Words::tr("dimension: %1 of s·E, then %2 of PE")
        .arg(measure.mask->columns.count - measure.positionColumns)
        .arg(measure.positionColumns);
}

} // namespace phasor::words
