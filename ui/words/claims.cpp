// SPDX-License-Identifier: GPL-3.0-or-later
// What people claim about the five questions, weighed with the numbers of the set-up.
#include "text/shownnumber.h"
#include "words/answers.h"
#include "words/coretexts.h"
#include "words/numbers.h"

#include <QCoreApplication>

#include <cmath>

namespace phasor::words {

namespace {

struct ClaimWords
{
    Q_DECLARE_TR_FUNCTIONS(ClaimWords)
};

QString verdict(bool isTrue)
{
    return isTrue ? ClaimWords::tr("true here") : ClaimWords::tr("not so");
}

QStringList claimsOfDropout(const AnswersData& data)
{
    const DropoutAnswer& answer = data.dropout;
    if (answer.tenCells == 0)
        return {};
    const double dropped = static_cast<double>(answer.tenDropped) / static_cast<double>(answer.tenCells);
    QStringList list{
        ClaimWords::tr("“10 tokens of 512 numbers lose 60 % of them”: %1. Of the first %2 rows %3 of %4 numbers are "
                       "dropped, %5; expected is p = %6.")
            .arg(verdict(std::abs(dropped - 0.6) < 0.05), count(answer.tenRows), count(answer.tenDropped),
                 count(answer.tenCells), share(dropped), share(data.p))};
    const PlacedDropout* alone = answer.now.placement == PlacementId::Embedding ? &answer.now
        : answer.other && answer.other->placement == PlacementId::Embedding     ? &*answer.other
                                                                                : nullptr;
    if (alone != nullptr && data.p > 0 && !data.concatenated)
        list += ClaimWords::tr(
                    "“With dropout on the embedding alone no neuron is really dropped”: %1. %2 of the numbers are "
                    "exactly zero then, but that part of the word is gone all the same.")
                    .arg(alone->zeros < data.p / 5 ? ClaimWords::tr("half true") : verdict(false), share(alone->zeros));
    return list;
}

QStringList claimsOfLoss(const AnswersData& data)
{
    const LossAnswer& loss = data.loss;
    QStringList list;
    if (std::isfinite(loss.log10Loss))
        list += ClaimWords::tr("“Dropout may drop [CLS]”: %1. It drops numbers; a whole row goes with probability %2.")
                    .arg(loss.log10Loss > -3 ? ClaimWords::tr("true here") : ClaimWords::tr("hardly"),
                         text(powerOfTen(loss.log10Loss)));
    list += loss.paddingRows == 0
        ? ClaimWords::tr(
            "“masked_fill protects the special tokens”: not so. It zeroes the padding, of which there is none here.")
        : ClaimWords::tr("“masked_fill protects the special tokens”: not so. It zeroes the padding, %1 rows here%2.")
              .arg(count(loss.paddingRows), loss.filled ? ClaimWords::tr(", and is on") : QString());
    return list;
}

QStringList claimsOfCombination(const AnswersData& data)
{
    if (!data.combination || !data.combination->quarters)
        return {};
    const auto& [first, last] = *data.combination->quarters;
    if (!(first.position > 0) || !(last.position > 0))
        return {};
    // Half right: the first dimensions have the encoding that varies, and the last ones have as much of one that does
    // not.
    const bool lastIsConstant = last.varying < 0.1 * last.position;
    QStringList list{
        ClaimWords::tr(
            "“The sum spoils the first dimensions and leaves the last untouched”: %1. In the first quarter of the "
            "dimensions the encoding has %2 of the embedding's energy, %3 of it varying with position; in the last "
            "quarter %4, %5 of it varying.")
            .arg(lastIsConstant ? ClaimWords::tr("half right") : ClaimWords::tr("not so"),
                 share(first.position / first.scaled), share(first.varying / first.position),
                 share(last.position / last.scaled), share(last.varying / last.position))};
    if (!data.combination->overlap.byRank.empty())
        list += ClaimWords::tr(
                    "“A sum can become a concatenation”: in the leading directions %1 (overlap %2, random %3).")
                    .arg(data.combination->overlap.measured()
                                 < 2 * data.combination->overlap.random(data.combination->overlap.rank())
                             ? ClaimWords::tr("possible")
                             : ClaimWords::tr("not without training"),
                         number(data.combination->overlap.measured()),
                         number(data.combination->overlap.random(data.combination->overlap.rank())));
    return list;
}

QStringList claimsOfScale(const AnswersData& data)
{
    const ScaleAnswer& scale = data.scale;
    QStringList list;
    if (std::isfinite(scale.ratio))
        list += ClaimWords::tr("“To make the encoding relatively smaller”: R goes from %1 to %2%3.")
                    .arg(number(scale.unscaledRatio), number(scale.ratio),
                         std::isfinite(scale.angle) ? ClaimWords::tr(", the angle is %1°").arg(number(scale.angle))
                                                    : QString());
    list += ClaimWords::tr(
                "“Because the weights are shared with the output layer”: logits of a normalised state begin with "
                "standard deviation σ·√d = %1, %2.")
                .arg(number(scale.logits),
                     scale.logits > 3 ? ClaimWords::tr("too large for a softmax that should begin flat")
                                      : ClaimWords::tr("small enough for a softmax that begins flat"));
    const double scaled = std::abs(scale.scale) * scale.sigma;
    list += ClaimWords::tr("“It belongs to the initialiser”: σ = %1 times s = %2 gives numbers of size %3%4.")
                .arg(number(scale.sigma), number(scale.scale), number(scaled),
                     scaled > 0.5 && scaled < 2 ? ClaimWords::tr(", of one size with the sines: consistent")
                                                : ClaimWords::tr(", where sines are of size 0.707: not consistent"));
    return list;
}

QStringList claimsOfBuilds(const AnswersData& data)
{
    QStringList outputs;
    for (const BuildAnswer& build : data.builds) {
        QStringList numbers;
        for (const float value : build.output)
            numbers += number(static_cast<double>(value));
        outputs += ClaimWords::tr("%1: [%2]").arg(ofCore(build.build), numbers.join(QStringLiteral(", ")));
    }
    return {ClaimWords::tr(
                "“torch.manual_seed(42), nn.Dropout(0.5) on [1, 2, 3, 4] prints [0, 0, 0, 8]”: no build does. %1.")
                .arg(outputs.join(QStringLiteral("; ")))};
}

} // namespace

QStringList claims(const AnswersData& data, Question question)
{
    switch (question) {
    case Question::DropoutOnSum:
        return claimsOfDropout(data);
    case Question::LostTokens:
        return claimsOfLoss(data);
    case Question::AddOrConcatenate:
        return claimsOfCombination(data);
    case Question::Scale:
        return claimsOfScale(data);
    case Question::WhatDropoutDoes:
        return claimsOfBuilds(data);
    }
    return {};
}

} // namespace phasor::words
