// SPDX-License-Identifier: GPL-3.0-or-later
// Common claims about the five questions, weighed with the setup's numbers.
#include "text/numbers.h"
#include "views/questions/answers.h"
#include "words/answers.h"
#include "words/coretexts.h"
#include "words/numbers.h"

#include <array>
#include <cmath>

namespace phasor::words {

namespace {

QString verdict(bool isTrue)
{
    return isTrue ? Words::tr("true here") : Words::tr("not so");
}

QStringList claimsOfDropout(const AnswersData& data)
{
    const DropoutAnswer& answer = data.dropout;
    if (answer.tenCells == 0)
        return {};
    QStringList list{
        Words::tr("“10 tokens of 512 numbers lose 60 % of them”: %1. Of the first rows (%2) %3 of %4 numbers are "
                  "dropped, %5; expected are %6.")
            .arg(verdict(losesSixtyPercent(answer)), count(answer.tenRows), count(answer.tenDropped),
                 count(answer.tenCells), share(answer.shareOfTen()), share(answer.tenExpected))};
    const PlacedDropout* alone = answer.now.placement == PlacementId::Embedding ? &answer.now
        : answer.other && answer.other->placement == PlacementId::Embedding     ? &*answer.other
                                                                                : nullptr;
    if (alone != nullptr && data.p > 0 && !data.concatenated)
        list
            += Words::tr("“With dropout on the embedding alone no neuron is really dropped”: %1. %2 of the numbers are "
                         "exactly zero then, but that part of the word is gone all the same.")
                   .arg(hidesItsZeros(*alone, data.p) ? Words::tr("half true") : verdict(false), share(alone->zeros));
    return list;
}

QStringList claimsOfLoss(const AnswersData& data)
{
    const LossAnswer& loss = data.loss;
    QStringList list;
    if (std::isfinite(loss.log10Loss)) {
        const QString claim = Words::tr("“Dropout may drop [CLS]”: %1. %2");
        if (loss.specials > 0 && loss.protectedSpecials == loss.specials)
            list += claim.arg(verdict(false), Words::tr("The special tokens are protected here."));
        else if (data.withTable && loss.operand == Placement::Operand::Position)
            list += claim.arg(verdict(false), Words::tr("It acts on the encoding alone."));
        else
            list += claim.arg(losesTokens(loss) ? verdict(true) : Words::tr("hardly"),
                              Words::tr("It drops numbers; all those of a token go with probability %1.")
                                  .arg(text(powerOfTen(loss.log10Loss))));
    }
    list += loss.paddingRows == 0
        ? Words::tr(
            "“masked_fill protects the special tokens”: not so. It zeroes the padding, of which there is none here.")
        : Words::tr("“masked_fill protects the special tokens”: not so. It zeroes the padding, %1 rows here%2.")
              .arg(count(loss.paddingRows), loss.filled ? Words::tr(", and is on") : QString());
    return list;
}

QString spoilingClaim(const std::array<QuarterEnergy, 2>& quarters)
{
    const QString claim = Words::tr("“The sum spoils the first dimensions and leaves the last untouched”: %1. %2");
    const Spoiling spoiling = spoilingOf(quarters);
    if (spoiling == Spoiling::Nothing)
        return claim.arg(verdict(false), Words::tr("The embedding is zero here, and there is nothing to spoil."));
    const auto& [first, last] = quarters;
    return claim.arg(
        spoiling == Spoiling::HalfRight ? Words::tr("half right") : verdict(spoiling == Spoiling::True),
        Words::tr("Beside the embedding's energy the encoding has %1 in the first quarter of the dimensions, %2 "
                  "varying with position; in the last quarter %3, %4 varying.")
            .arg(share(first.position / first.scaled), share(first.varying / first.scaled),
                 share(last.position / last.scaled), share(last.varying / last.scaled)));
}

QString becoming(Meeting meeting)
{
    if (meeting == Meeting::AllDirections)
        return Words::tr("impossible, they are all there are");
    return meeting == Meeting::Hardly ? Words::tr("possible") : Words::tr("not without training");
}

QStringList claimsOfCombination(const AnswersData& data)
{
    if (!data.combination || !data.combination->quarters)
        return {};
    QStringList list{spoilingClaim(*data.combination->quarters)};
    const SpaceOverlap& overlap = data.combination->overlap;
    if (!overlap.byRank.empty())
        list += Words::tr("“A sum can become a concatenation”: in the leading directions %1 (overlap %2, random %3).")
                    .arg(becoming(meetingOf(overlap)), number(overlap.measured()),
                         number(overlap.random(overlap.rank())));
    return list;
}

QString effectName(ScaleEffect effect)
{
    if (effect == ScaleEffect::None)
        return Words::tr("not so, the scale changes nothing here");
    return effect == ScaleEffect::MakesSmaller ? verdict(true) : Words::tr("the opposite here");
}

QString besideEncoding(const ScaleAnswer& scale)
{
    const std::optional<bool> oneSize = areOfOneSize(scale);
    if (!oneSize)
        return Words::tr("; there is no encoding that they could match");
    return (*oneSize ? Words::tr(", those of the encoding are of size %1: consistent")
                     : Words::tr(", those of the encoding are of size %1: not consistent"))
        .arg(number(scale.positionSize));
}

QStringList claimsOfScale(const AnswersData& data)
{
    const ScaleAnswer& scale = data.scale;
    QStringList list;
    if (std::isfinite(scale.ratio))
        list += Words::tr("“To make the encoding relatively smaller”: %3. R goes from %1 to %2%4.")
                    .arg(number(scale.unscaledRatio), number(scale.ratio), effectName(effectOf(scale)),
                         std::isfinite(scale.angle) ? Words::tr(", the angle is %1°").arg(number(scale.angle))
                                                    : QString());
    list += data.concatenated && data.combination
        ? Words::tr("“Because the weights are shared with the output layer”: not so. Concatenated, a state has %1 "
                    "dimensions and the embedding %2: they cannot share weights.")
              .arg(data.combination->beside.whole)
              .arg(data.combination->beside.embedding)
        : Words::tr("“Because the weights are shared with the output layer”: logits of a normalised state begin "
                    "with standard deviation σ·√d = %1, %2.")
              .arg(number(scale.logits),
                   beginsFlat(scale.logits) ? Words::tr("small enough for a softmax that begins flat")
                                            : Words::tr("too large for a softmax that should begin flat"));
    list += Words::tr("“It belongs to the initialiser”: values of size %1 times s = %2 have size %3%4.")
                .arg(number(scale.size), number(scale.scale), number(std::abs(scale.scale) * scale.size),
                     besideEncoding(scale));
    return list;
}

QStringList claimsOfBuilds(const AnswersData& data)
{
    QStringList outputs;
    for (const BuildAnswer& build : data.builds) {
        QStringList numbers;
        for (const float value : build.output)
            numbers += number(static_cast<double>(value));
        outputs += Words::tr("%1: [%2]").arg(ofCore(build.build), numbers.join(QStringLiteral(", ")));
    }
    return {
        Words::tr("“torch.manual_seed(42), nn.Dropout(0.5) on [1, 2, 3, 4] prints [0, 0, 0, 8]”: no build does. %1.")
            .arg(outputs.join(QStringLiteral("; ")))};
}

} // namespace

QStringList claims(const AnswersData& data, Question question)
{
    constexpr std::array<QStringList (*)(const AnswersData&), kQuestions.size()> kClaims{
        claimsOfDropout, claimsOfLoss, claimsOfCombination, claimsOfScale, claimsOfBuilds};
    return kClaims[static_cast<std::size_t>(question)](data);
}

} // namespace phasor::words
