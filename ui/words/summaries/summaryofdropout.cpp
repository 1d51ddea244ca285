// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/summaries/summaries.h"

namespace phasor::words {

constexpr int kTableDigits = 3; // as in the finding

// The formula computed for this setup.
static QString formula(const DropoutMeasure& measure)
{
    const Placement& placement = placementOf(measure.facts.placement);
    if (measure.concatenated)
        return text(placement.formulaBeside);
    return text(measure.withTable ? placement.formula : placement.formulaAlone);
}

static bool isComplete(const DropoutMeasure& measure)
{
    return measure.cosine.error == 0 && measure.positionEnergyKept.error == 0;
}

static bool fillsPadding(const DropoutMeasure& measure)
{
    const DropoutFacts& facts = measure.facts;
    return placementOf(facts.placement).fillsPadding && measure.expected > facts.probability;
}

static QString offText(const DropoutMeasure& measure)
{
    if (fillsPadding(measure))
        return Words::tr("Dropout is off, but masked_fill zeroes the padding");
    return measure.facts.mode == DropoutMode::Eval ? Words::tr("Dropout is off in eval mode")
                                                   : Words::tr("Dropout is off with p = 0");
}

static QString valuesOf(const DropoutMeasure& measure)
{
    if (measure.visiblePart)
        return Words::tr("the visible values");
    const Placement::Operand operand = placementOf(measure.facts.placement).operand;
    if (!measure.withTable || operand == Placement::Operand::Sum)
        return Words::tr("the values");
    if (operand == Placement::Operand::Each)
        return Words::tr("the values of embedding and encoding");
    return operand == Placement::Operand::Embedding ? Words::tr("the embedding's values")
                                                    : Words::tr("the encoding's values");
}

// "[CLS] or [SEP]": tokens that lose nothing; empty: none.
static QString spared(const DropoutFacts& facts)
{
    if (!facts.sequence || !facts.sequence->hasProtected() || placementOf(facts.placement).fillsPadding)
        return {};
    QStringList names;
    for (std::int64_t row = 0; row < facts.sequence->textLength(); ++row) {
        const QString name = text(facts.sequence->label(row));
        if (facts.sequence->isProtected(row) && !names.contains(name))
            names += name;
    }
    if (names.size() == 1)
        return names.front();
    return names.size() == 2 ? Words::tr("%1 or %2", "two tokens").arg(names[0], names[1])
                             : Words::tr("the protected tokens");
}

static QString tokensText(const DropoutMeasure& measure)
{
    if (!isComplete(measure))
        return Words::tr("Dropout zeroes %1 of the tokens completely").arg(roundedShare(measure.dropped));
    if (measure.lostRows == 0)
        return Words::tr("Dropout zeroes none of %1 tokens").arg(count(measure.comparedRows));
    return measure.lostRows == measure.comparedRows
        ? Words::tr("Dropout zeroes all of %1 tokens").arg(count(measure.lostRows))
        : Words::tr("Dropout zeroes %1 of %2 tokens completely")
              .arg(count(measure.lostRows), count(measure.comparedRows));
}

static QString summaryOf(const DropoutMeasure& measure)
{
    const Placement& placement = placementOf(measure.facts.placement);
    const QString values = valuesOf(measure);
    if (measure.facts.probability == 0)
        return offText(measure);
    if (placement.unit == Placement::Unit::Token)
        return tokensText(measure);
    if (measure.dropped.value == 0)
        return Words::tr("Dropout zeroes none of %1").arg(values);
    if (measure.dropped.value == 1)
        return Words::tr("Dropout zeroes all of %1").arg(values);
    const QString share = roundedShare(measure.dropped);
    if (placement.unit == Placement::Unit::Dimension && measure.expected == measure.facts.probability)
        return Words::tr("Dropout zeroes %1 of the dimensions, the same in every token").arg(share);
    const QString zeroes = (fillsPadding(measure) ? Words::tr("Dropout and masked_fill zero %1 of %2")
                                                  : Words::tr("Dropout zeroes %1 of %2"))
                               .arg(share, values);
    if (measure.lostRows > 0 && isComplete(measure))
        return Words::tr("%1, and %2 of %3 tokens completely")
            .arg(zeroes, count(measure.lostRows), count(measure.comparedRows));
    if (const QString names = spared(measure.facts); !names.isEmpty())
        return Words::tr("%1, but none of %2", "values that are zeroed, protected tokens").arg(zeroes, names);
    return isComplete(measure) && measure.comparedRows > 0 && placement.operand == Placement::Operand::Sum
        ? Words::tr("%1 and no whole token").arg(zeroes)
        : zeroes;
}

// Facts beyond the finding, each a sentence.
static QStringList factsOf(const DropoutMeasure& measure)
{
    const DropoutFacts& facts = measure.facts;
    QStringList parts{Words::tr("Computed: %1.").arg(formula(measure)),
                      Words::tr("p is %1.").arg(share(facts.probability))};
    if (measure.expected != facts.probability)
        parts += Words::tr("Because of protected tokens or padding, %1 of the values are expected to be zeroed.")
                     .arg(share(measure.expected));
    if (facts.probability > 0 && facts.probability < 1)
        parts += Words::tr("Kept values are multiplied by %1.").arg(number(facts.factor, kTableDigits));
    parts += Words::tr("Zeroed completely: %1 of %2 tokens looked at.")
                 .arg(count(measure.lostRows), count(measure.comparedRows));
    QString cosine = number(measure.cosine); // a mean over the compared rows that have one
    if (measure.zeroRows > 0)
        cosine = Words::tr("%1, without %2 zero rows").arg(cosine).arg(measure.zeroRows);
    if (!std::isnan(measure.cosine.value))
        parts += Words::tr("Output and input have cosine %1.").arg(cosine);
    if (!std::isnan(measure.positionEnergyKept.value))
        parts += Words::tr("Of the encoding's energy %1 is kept.").arg(share(measure.positionEnergyKept));
    parts += Words::tr("An unprotected token is zeroed completely: %1.").arg(likelihood(measure.log10TokenLoss));
    if (measure.byPosition.sampled)
        parts += Words::tr("Measured on a sample of the rows.");
    return parts;
}

QString summary(const DropoutData& data)
{
    if (!data.b)
        return summaryOf(data.a);
    const DropoutMeasure& b = *data.b;
    if (data.a.facts.probability == 0 && b.facts.probability == 0 && data.a.dropped.value == b.dropped.value)
        return Words::tr("Dropout is off in A and B");
    const QString ofA = roundedShare(data.a.dropped);
    const QString ofB = roundedShare(b.dropped);
    return ofA == ofB ? Words::tr("Dropout zeroes the same share in A and B, %1 of the values").arg(ofA)
                      : Words::tr("Dropout zeroes %1 of the values in A and %2 in B").arg(ofA, ofB);
}

QString detail(const DropoutData& data)
{
    const DropoutFacts& facts = data.a.facts;
    return paragraphs({detailOf({factsOf(data.a).join(u' ')}, data.b ? std::optional(factsOf(*data.b)) : std::nullopt),
                       ofCore(placementOf(facts.placement).choice.words.explanation), generator(facts.generator)});
}

// A table: name and value; while comparing A, B, A − B.
QStringList figures(const DropoutData& data)
{
    const DropoutMeasure& a = data.a;
    const DropoutMeasure& b = data.b ? *data.b : a;
    QStringList lines;
    if (data.b)
        lines += QStringLiteral("\t%1\t%2\t%3").arg(sideName(Side::A), sideName(Side::B), differenceName());
    const auto add = [&](const QString& name, const Estimate& ofA, const Estimate& ofB, const auto& print) {
        lines += QStringLiteral("%1\t%2").arg(name, print(ofA, kTableDigits));
        if (!data.b)
            return;
        lines.last() += u'\t' + print(ofB, kTableDigits);
        if (const double less = ofA.value - ofB.value; std::isfinite(less))
            lines.last() += u'\t' + inPoints(print({less, ofA.error + ofB.error}, kTableDigits));
    };
    const auto tokens = [](const DropoutMeasure& m) {
        return Words::tr("%1 of %2", "tokens").arg(count(m.lostRows), count(m.comparedRows));
    };
    add(Words::tr("zeroed", "a share"), a.dropped, b.dropped, share);
    if (a.expected != a.facts.probability)
        add(Words::tr("expected"), a.expected, b.expected, share);
    if (a.facts.probability < 1)
        add(Words::tr("factor 1/(1 − p)"), a.facts.factor, b.facts.factor, number);
    lines += QStringLiteral("%1\t%2").arg(Words::tr("tokens zeroed"), tokens(a));
    if (data.b)
        lines.last() += u'\t' + tokens(b) + u'\t' + number(static_cast<double>(a.lostRows - b.lostRows));
    if (!std::isnan(a.cosine.value))
        add(Words::tr("cosine to input"), a.cosine, b.cosine, number);
    if (!std::isnan(a.positionEnergyKept.value))
        add(Words::tr("PE energy kept"), a.positionEnergyKept, b.positionEnergyKept, share);
    add(Words::tr("probability p"), a.facts.probability, b.facts.probability, share);
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
