// SPDX-License-Identifier: GPL-3.0-or-later
// Common claims about the five questions, weighed with the setup's numbers.
#include "words/answers.h"
#include "words/coretexts.h"

namespace phasor::words {

namespace {

QString verdict(bool isTrue)
{
    return isTrue ? Words::tr("True") : Words::tr("False");
}

QStringList claimsOfDropout(const SetupAnswers& of)
{
    const DropoutAnswer& answer = of.dropout;
    if (answer.tenCells == 0)
        return {};
    QStringList list{
        Words::tr("“10 tokens of 512 values lose 60 % of them.” %1: here %2 tokens lose %3 of their values (expected "
                  "%4).")
            .arg(verdict(losesSixtyPercent(answer)), count(answer.tenRows), roundedShare(answer.shareOfTen()),
                 roundedShare(answer.tenExpected))};
    const PlacedDropout* alone = answer.now.placement == PlacementId::Embedding ? &answer.now
        : answer.other && answer.other->placement == PlacementId::Embedding     ? &*answer.other
                                                                                : nullptr;
    if (alone != nullptr && of.p > 0 && !of.concatenated)
        list
            += Words::tr("“Dropout on the embedding alone drops no neuron.” %1: only %2 of the output is exactly zero, "
                         "but the dropped values of the token are gone.")
                   .arg(hidesItsZeros(*alone, of.p) ? Words::tr("Half true") : verdict(false),
                        roundedShare(alone->zeros));
    return list;
}

QStringList claimsOfLoss(const SetupAnswers& of)
{
    const LossAnswer& loss = of.loss;
    QStringList list;
    if (std::isfinite(loss.log10Loss)) {
        const QString claim = Words::tr("“Dropout may drop [CLS].” %1: %2.");
        if (loss.specials > 0 && loss.protectedSpecials == loss.specials)
            list += claim.arg(verdict(false), Words::tr("the special tokens are protected"));
        else if (of.withTable && loss.operand == Placement::Operand::Position)
            list += claim.arg(verdict(false), Words::tr("it acts on the encoding alone"));
        else
            list += claim.arg(losesTokens(loss) ? verdict(true) : Words::tr("Hardly"),
                              zeroedCompletely(Words::tr("a token"), loss.log10Loss));
    }
    list += loss.paddingRows == 0
        ? Words::tr("“masked_fill protects the special tokens.” False: it zeroes the padding, and here is none.")
        : (loss.filled
               ? Words::tr("“masked_fill protects the special tokens.” False: it zeroes %1 rows of padding.")
               : Words::tr("“masked_fill protects the special tokens.” False: it would zero %1 rows of padding."))
              .arg(count(loss.paddingRows));
    return list;
}

// "1,290 times", "37 %": an energy compared with the embedding's.
QString relative(double energy)
{
    return energy > 10 ? Words::tr("%1 times").arg(rounded(energy)) : roundedShare(energy);
}

QString spoilingClaim(const std::array<QuarterEnergy, 2>& quarters)
{
    const QString claim = Words::tr("“The sum spoils the first dimensions and leaves the last untouched.” %1: %2.");
    const Spoiling spoiling = spoilingOf(quarters);
    if (spoiling == Spoiling::Nothing)
        return claim.arg(verdict(false), Words::tr("the embedding is zero"));
    const auto& [first, last] = quarters;
    return claim.arg(spoiling == Spoiling::HalfRight ? Words::tr("Half true") : verdict(spoiling == Spoiling::True),
                     Words::tr("PE has %1 of E's energy in the first quarter, %2 in the last, where %3 of it varies",
                               "shares; the last one is of the last quarter")
                         .arg(relative(first.position / first.scaled), relative(last.position / last.scaled),
                              last.position > 0 ? roundedShare(last.varying / last.position) : Words::tr("nothing")));
}

QString becoming(Meeting meeting)
{
    if (meeting == Meeting::AllDirections)
        return Words::tr("Impossible here, both use all dimensions");
    return meeting == Meeting::Hardly ? Words::tr("Possible in the principal directions")
                                      : Words::tr("Not without training");
}

QStringList claimsOfCombination(const SetupAnswers& of)
{
    if (!of.combination || !of.combination->quarters)
        return {};
    QStringList list{spoilingClaim(*of.combination->quarters)};
    const SpaceOverlap& overlap = of.combination->overlap;
    if (!overlap.byRank.empty())
        list += Words::tr("“A sum can become a concatenation.” %1 (overlap %2, random %3).")
                    .arg(becoming(meetingOf(overlap)), number(overlap.measured()),
                         number(overlap.random(overlap.rank())));
    return list;
}

QString initializerClaim(const ScaleAnswer& scale)
{
    const QString claim = Words::tr("“It belongs to the initializer.” %1");
    const QString size = number(std::abs(scale.scale) * scale.size);
    const std::optional<bool> oneSize = areOfOneSize(scale);
    if (!oneSize)
        return claim.arg(Words::tr("Not tested: s·E has size %1, and there is no encoding to match.").arg(size));
    return claim.arg((*oneSize ? Words::tr("True: s·E has size %1, PE %2. They match.")
                               : Words::tr("Not here: s·E has size %1, PE %2. They don't match."))
                         .arg(size, number(scale.positionSize)));
}

QStringList claimsOfScale(const SetupAnswers& of)
{
    const ScaleAnswer& scale = of.scale;
    QStringList list;
    if (std::isfinite(scale.ratio)) {
        const QString claim = Words::tr("“To make the encoding relatively smaller.” %1");
        const ScaleEffect effect = effectOf(scale);
        list += effect == ScaleEffect::None
            ? claim.arg(Words::tr("Not tested: s = 1."))
            : claim.arg(Words::tr("%1: R is %2, and %3 with s = 1.", "a verdict")
                            .arg(effect == ScaleEffect::MakesSmaller ? verdict(true) : Words::tr("The opposite here"),
                                 number(scale.ratio), number(scale.unscaledRatio)));
    }
    const QString claim = Words::tr("“Because the weights are shared with the output layer.” %1");
    if (of.concatenated && of.combination)
        list += claim.arg(Words::tr("False: a concatenated state has %1 dimensions, the embedding %2.")
                              .arg(of.combination->beside.whole)
                              .arg(of.combination->beside.embedding));
    else
        list += claim.arg(
            (beginsFlat(scale.logits)
                 ? Words::tr("Possible: logits begin with standard deviation σ·√d = %1, nearly flat.")
                 : Words::tr("Hardly: logits begin with standard deviation σ·√d = %1, which is too large."))
                .arg(number(scale.logits)));
    list += initializerClaim(scale);
    return list;
}

QString buildsClaim(const std::array<BuildAnswer, 3>& builds)
{
    QStringList outputs;
    for (const BuildAnswer& build : builds) {
        QStringList numbers;
        for (const float value : build.output)
            numbers += number(static_cast<double>(value));
        outputs += Words::tr("%1: [%2]").arg(ofCore(build.build), numbers.join(QStringLiteral(", ")));
    }
    return Words::tr("“With seed 42, nn.Dropout(0.5) makes [0, 0, 0, 8] of [1, 2, 3, 4].” No build does. %1.")
        .arg(outputs.join(QStringLiteral(". ")));
}

} // namespace

QStringList claims(const SetupAnswers& of, Question question, const std::array<BuildAnswer, 3>& builds)
{
    if (question == Question::WhatDropoutDoes)
        return {buildsClaim(builds)};
    constexpr std::array kClaims{claimsOfDropout, claimsOfLoss, claimsOfCombination, claimsOfScale};
    return kClaims[static_cast<std::size_t>(question)](of);
}

} // namespace phasor::words
