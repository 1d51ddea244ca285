// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/answers.h"

#include "pipeline/parameters/parameterspec.h"
#include "text/shownnumber.h"
#include "words/coretexts.h"
#include "words/numbers.h"
#include "words/setups.h"
#include "words/summaries/summaries.h"

#include <QCoreApplication>

#include <cmath>

namespace phasor::words {

namespace {

struct AnswerWords
{
    Q_DECLARE_TR_FUNCTIONS(AnswerWords)
};

const QString kSpace = QStringLiteral(" ");

QString placementName(PlacementId id)
{
    return ofCore(placementOf(id).choice.words.label);
}

// Everything below is about a table beside the embedding.
QString withoutTable(const AnswersData& data)
{
    return AnswerWords::tr(
               "%1 adds no table of positions to the embedding: dropout, sum and scale act on the words alone, and "
               "position enters in the attention.")
        .arg(ofCore(data.scheme));
}

QString readings(const Recovery& recovery)
{
    return AnswerWords::tr("position %1, token %2", "what can be read, shares of rows")
        .arg(recovered(recovery.position), recovered(recovery.token));
}

QString placedSentence(const PlacedDropout& placed)
{
    return AnswerWords::tr(
               "With dropout on “%1” %2 of the numbers are exactly zero and %3 of the position's energy is kept; "
               "read right by the nearest row: %4.")
        .arg(placementName(placed.placement), share(placed.zeros),
             std::isfinite(placed.positionKept) ? share(placed.positionKept) : AnswerWords::tr("an undefined part"),
             readings(placed.recovery));
}

QString verdictOfPlacements(const PlacedDropout& now, const PlacedDropout& other)
{
    const Recovered& a = now.recovery.position;
    const Recovered& b = other.recovery.position;
    if (!std::isfinite(a.share) || !std::isfinite(b.share))
        return {};
    if (a.high < b.low)
        return AnswerWords::tr("Here “%1” leaves the position more readable.").arg(placementName(other.placement));
    if (b.high < a.low)
        return AnswerWords::tr("Here “%1” leaves the position more readable.").arg(placementName(now.placement));
    return AnswerWords::tr("The two cannot be told apart by what can be read of the position here.");
}

QString dropoutOnSum(const AnswersData& data)
{
    if (!data.withTable)
        return withoutTable(data);
    if (data.p == 0)
        return AnswerWords::tr(
                   "Nothing is dropped here (p = 0 or eval): the place of dropout makes no difference. Read right by "
                   "the nearest row: %1.")
            .arg(readings(data.dropout.now.recovery));
    QStringList parts{placedSentence(data.dropout.now)};
    if (data.dropout.other) {
        parts += placedSentence(*data.dropout.other);
        parts += verdictOfPlacements(data.dropout.now, *data.dropout.other);
    }
    parts += AnswerWords::tr("On the sum one mask blurs word and place alike, as the paper does it.");
    parts.removeAll(QString());
    return parts.join(kSpace);
}

QString lostTokens(const AnswersData& data)
{
    const LossAnswer& loss = data.loss;
    QStringList parts;
    if (!std::isfinite(loss.log10Loss))
        parts += AnswerWords::tr("Nothing is dropped here, so no token can be lost.");
    else
        parts += AnswerWords::tr(
                     "A token that is not protected loses everything with probability %1 (%2 draws with p = %3).")
                     .arg(text(powerOfTen(loss.log10Loss)), count(loss.draws), number(data.p));
    parts += AnswerWords::tr("Of the first %1 rows %2 are lost whole, and %3 are protected.")
                 .arg(count(loss.rows), count(loss.lostRows), count(loss.protectedRows));
    if (std::isfinite(data.cosine) && data.p > 0)
        parts += AnswerWords::tr("What is left of a row points the same way with cosine %1.").arg(number(data.cosine));
    return parts.join(kSpace);
}

QString addOrConcatenate(const AnswersData& data)
{
    if (!data.combination)
        return withoutTable(data);
    const CombinationAnswer& answer = *data.combination;
    QStringList parts;
    if (!data.concatenated && !answer.overlap.byRank.empty()) {
        const SpaceOverlap& overlap = answer.overlap;
        parts += AnswerWords::tr(
                     "The %1 leading directions of the embedding and of the encoding overlap by %2; random directions "
                     "in %3 dimensions by %4.")
                     .arg(overlap.rank())
                     .arg(number(overlap.measured()))
                     .arg(overlap.width)
                     .arg(number(overlap.random(overlap.rank())));
        parts += overlap.measured() < 2 * overlap.random(overlap.rank())
            ? AnswerWords::tr("They hardly meet: in these directions the sum is nearly a concatenation.")
            : AnswerWords::tr("They meet more than chance has it: the sum mixes them.");
    }
    parts += (data.concatenated ? AnswerWords::tr("Concatenated, read right by the nearest row: %1.")
                                : AnswerWords::tr("Added, read right by the nearest row: %1."))
                 .arg(readings(answer.now));
    if (answer.other)
        parts += (data.concatenated ? AnswerWords::tr(
                      "Added over all %3 dimensions instead: %4. Concatenating spends %2 of them on the "
                      "encoding and leaves %1 for the word.")
                                    : AnswerWords::tr("Concatenated at the same width (%1 + %2 of %3 dimensions): %4."))
                     .arg(answer.beside.embedding)
                     .arg(answer.beside.position)
                     .arg(answer.beside.whole)
                     .arg(readings(*answer.other));
    return parts.join(kSpace);
}

QString scaleAnswer(const AnswersData& data)
{
    const ScaleAnswer& scale = data.scale;
    if (!data.withTable)
        return withoutTable(data);
    if (!std::isfinite(scale.ratio))
        return AnswerWords::tr(
            "How large the embedding is beside the encoding is undefined: the encoding is zero or no number.");
    QStringList parts{
        AnswerWords::tr("With σ = %1 and s = %2 the embedding is R = %3 times as long as the encoding; without the "
                        "scale it would be %4.")
            .arg(number(scale.sigma), number(scale.scale), number(scale.ratio), number(scale.unscaledRatio))};
    if (std::isfinite(scale.angle))
        parts += AnswerWords::tr("Adding the encoding turns the embedding by %1°.").arg(number(scale.angle));
    if (scale.ratio > 5)
        parts += AnswerWords::tr("The encoding is a small nudge here.");
    else if (scale.ratio >= 0.5)
        parts += AnswerWords::tr("Both are of one size here: the scale makes them equal partners.");
    else
        parts += AnswerWords::tr("The encoding outweighs the word here.");
    return parts.join(kSpace);
}

QString whatDropoutDoes(const AnswersData& data)
{
    if (data.mode == DropoutMode::Eval)
        return AnswerWords::tr(
                   "In eval mode nn.Dropout is the identity: no number is zeroed, none is scaled (%1 of the output is "
                   "exactly zero).")
            .arg(share(data.dropout.now.zeros));
    if (data.p == 1)
        return AnswerWords::tr(
            "With p = 1 everything that dropout acts on becomes zero, and there is nothing to scale.");
    return AnswerWords::tr(
               "In training each number that it acts on becomes zero with p = %1, and the others are multiplied by "
               "1/(1 − p) = %2, so that the mean over masks is the input; in eval it does nothing. Here %3 of the "
               "output is exactly zero, and its rows have cosine %4 with the input.")
        .arg(number(data.p), number(data.factor, 4), share(data.dropout.now.zeros), orUndefined(data.cosine));
}

} // namespace

QString questionText(Question question)
{
    switch (question) {
    case Question::DropoutOnSum:
        return AnswerWords::tr("Why does dropout act on the sum of embedding and encoding?");
    case Question::LostTokens:
        return AnswerWords::tr("Can dropout destroy [CLS], [SEP], [MASK]?");
    case Question::AddOrConcatenate:
        return AnswerWords::tr("Why add the encoding instead of concatenating it?");
    case Question::Scale:
        return AnswerWords::tr("Why is the embedding multiplied by √d_model, and how large is the encoding beside it?");
    case Question::WhatDropoutDoes:
        return AnswerWords::tr("What exactly does nn.Dropout do?");
    }
    return {};
}

namespace {

QString measuredAnswer(const AnswersData& data, Question question)
{
    switch (question) {
    case Question::DropoutOnSum:
        return dropoutOnSum(data);
    case Question::LostTokens:
        return lostTokens(data);
    case Question::AddOrConcatenate:
        return addOrConcatenate(data);
    case Question::Scale:
        return scaleAnswer(data);
    case Question::WhatDropoutDoes:
        return whatDropoutDoes(data);
    }
    return {};
}

} // namespace

QString answerText(const AnswersData& data, Question question)
{
    const QString measured = measuredAnswer(data, question);
    const std::optional<AnswersData::Trained>& trained = data.trained[static_cast<std::size_t>(question)];
    if (!trained)
        return measured;
    return AnswerWords::tr("%1 Trained, %2: %3.", "an answer, a task, what was found")
        .arg(measured, taskName(trained->settings), ofCore(trained->said));
}

QString trialName(const Trial& trial)
{
    return settingText(trial.parameter + "=" + trial.value);
}

QString answersAsText(const AnswersData& data)
{
    QStringList paragraphs;
    int index = 0;
    for (const Question question : kQuestions) {
        QStringList lines{QStringLiteral("%1. %2").arg(++index).arg(questionText(question)),
                          answerText(data, question)};
        for (const QString& claim : claims(data, question))
            lines += QStringLiteral("– ") + claim;
        paragraphs += lines.join(u'\n');
    }
    return paragraphs.join(QStringLiteral("\n\n")) + u'\n';
}

} // namespace phasor::words
