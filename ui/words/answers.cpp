// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/answers.h"

#include "text/numbers.h"
#include "words/coretexts.h"
#include "words/numbers.h"
#include "words/setups.h"
#include "words/summaries/summaries.h"

#include <array>
#include <cmath>

namespace phasor::words {

namespace {

QString placementName(PlacementId id)
{
    return ofCore(placementOf(id).choice.words.label);
}

// The answer if there is no table to add to the embedding; everything below needs one.
QString withoutTable(const AnswersData& data)
{
    const QString where = data.kind != SchemeKind::None ? Words::tr("position enters in the attention")
        : data.causal ? Words::tr("position enters nowhere, but for the causal mask of the attention")
                      : Words::tr("position enters nowhere");
    return Words::tr(
               "%1 adds no table of positions to the embedding: dropout, sum and scale act on the words alone, and %2.")
        .arg(ofCore(data.scheme), where);
}

// Joins sentences, without empty ones.
QString sentences(QStringList parts)
{
    parts.removeAll(QString());
    return parts.join(u' ');
}

// masked_fill isn't dropout: it also works in eval, for any p. Empty: it fills nothing.
QString filledSentence(const AnswersData& data)
{
    if (!data.loss.filled || data.loss.paddingRows == 0)
        return {};
    return Words::tr("masked_fill, which is no dropout, zeroes the padding all the same, %1 of the rows.")
        .arg(count(data.loss.paddingRows));
}

QString whyNothingIsDropped(const AnswersData& data)
{
    return data.mode == DropoutMode::Eval ? Words::tr("Dropout is off here, in eval mode.")
                                          : Words::tr("Dropout drops nothing here, with p = 0.");
}

QString readings(const Recovery& recovery)
{
    return Words::tr("position %1, token %2", "what can be read, shares of rows")
        .arg(recovered(recovery.position), recovered(recovery.token));
}

// The share that guesses would have.
QString chanceSentence(const Recovery& recovery)
{
    return Words::tr("By chance it would be position %1, token %2.")
        .arg(share(recovery.positionByChance()), share(recovery.tokenByChance()));
}

QString placedSentence(const PlacedDropout& placed)
{
    return Words::tr("With dropout on “%1” %2 of the numbers are exactly zero and %3 of the position's energy is kept; "
                     "read right by the nearest row: %4.")
        .arg(placementName(placed.placement), share(placed.zeros),
             std::isfinite(placed.positionKept) ? share(placed.positionKept) : Words::tr("an undefined part"),
             readings(placed.recovery));
}

QString verdictOfPlacements(const PlacedDropout& now, const PlacedDropout& other)
{
    const MoreReadable verdict = moreReadable(now, other);
    if (verdict == MoreReadable::Unknown)
        return {};
    if (verdict == MoreReadable::Neither)
        return Words::tr("The two cannot be told apart by what can be read of the position here.");
    return Words::tr("Here “%1” leaves the position more readable.")
        .arg(placementName(verdict == MoreReadable::Now ? now.placement : other.placement));
}

// Effect of one mask on both parts.
QString sharedMask(const AnswersData& data)
{
    const bool onSum = data.dropout.now.placement == PlacementId::Sum
        || (data.dropout.other && data.dropout.other->placement == PlacementId::Sum);
    if (!onSum)
        return {};
    return data.concatenated
        ? Words::tr("Put beside each other, each number is of the word or of the place, and a mask takes of both.")
        : Words::tr("On the sum one mask blurs word and place alike, as the paper does it.");
}

QString dropoutOnSum(const AnswersData& data)
{
    if (!data.withTable)
        return withoutTable(data);
    if (data.p == 0) {
        const QString filled = filledSentence(data);
        return sentences({whyNothingIsDropped(data),
                          filled.isEmpty() ? Words::tr("Its place makes no difference then.") : filled,
                          Words::tr("Read right by the nearest row: %1.").arg(readings(data.dropout.now.recovery)),
                          chanceSentence(data.dropout.now.recovery)});
    }
    QStringList parts{placedSentence(data.dropout.now)};
    if (data.dropout.other)
        parts << placedSentence(*data.dropout.other) << verdictOfPlacements(data.dropout.now, *data.dropout.other);
    return sentences(parts << chanceSentence(data.dropout.now.recovery) << sharedMask(data));
}

// A row is zeroed if all its values are dropped, or the one sample of a whole token.
QString lossSentence(const AnswersData& data)
{
    const LossAnswer& loss = data.loss;
    const QString draws = loss.draws == 1 ? Words::tr("one draw, p = %1").arg(number(data.p))
                                          : Words::tr("p^%2 with p = %1").arg(number(data.p), count(loss.draws));
    const QString chance = Words::tr("probability %1 (%2)").arg(text(powerOfTen(loss.log10Loss)), draws);
    if (data.withTable && loss.operand == Placement::Operand::Embedding)
        return Words::tr("The word of a token that is not protected is lost whole with %1; its position stays.")
            .arg(chance);
    if (data.withTable && loss.operand == Placement::Operand::Position)
        return Words::tr("Dropout acts on the encoding alone, so no word is lost; the position of a token that is not "
                         "protected is lost whole with %1.")
            .arg(chance);
    return Words::tr("A token that is not protected loses everything with %1.").arg(chance);
}

QString lostTokens(const AnswersData& data)
{
    const LossAnswer& loss = data.loss;
    QStringList parts;
    if (!std::isfinite(loss.log10Loss))
        parts << whyNothingIsDropped(data) << Words::tr("So it cannot lose a token.");
    else
        parts << lossSentence(data);
    parts << filledSentence(data)
          << Words::tr("Rows that are lost whole: %2 of the first %1; protected: %3.")
                 .arg(count(loss.rows), count(loss.lostRows), count(loss.protectedRows));
    if (std::isfinite(loss.cosine) && data.p > 0)
        parts << Words::tr("What is left of a row points the same way with cosine %1.").arg(number(loss.cosine));
    return sentences(parts);
}

QString meetingSentence(Meeting meeting)
{
    const std::array<QString, 4> texts{
        Words::tr("These are all directions there are: no part is left to either alone."),
        Words::tr("They hardly meet: in these directions the sum is nearly a concatenation."),
        Words::tr("They meet as chance has it in so few dimensions: the sum mixes them."),
        Words::tr("They meet more than chance has it: the sum mixes them.")};
    return texts[static_cast<std::size_t>(meeting)];
}

QString addOrConcatenate(const AnswersData& data)
{
    if (!data.combination)
        return withoutTable(data);
    const CombinationAnswer& answer = *data.combination;
    QStringList parts;
    if (!data.concatenated && !answer.overlap.byRank.empty()) {
        const SpaceOverlap& overlap = answer.overlap;
        parts
            += Words::tr("The leading directions of the embedding and of the encoding (%1 of %3) overlap by %2; random "
                         "ones by %4.")
                   .arg(overlap.rank())
                   .arg(number(overlap.measured()))
                   .arg(overlap.width)
                   .arg(number(overlap.random(overlap.rank())));
        parts += meetingSentence(meetingOf(overlap));
        if (answer.drawnAlike)
            parts += Words::tr(
                "The embedding of token k is a multiple of the encoding of position k here, as with two tables of one "
                "seed. Give one of them another seed.");
    }
    parts += (data.concatenated ? Words::tr("Concatenated, read right by the nearest row: %1.")
                                : Words::tr("Added, read right by the nearest row: %1."))
                 .arg(readings(answer.now));
    if (answer.other)
        parts += (data.concatenated
                      ? Words::tr("Added over all %3 dimensions instead: %4. Concatenating spends %2 of them on the "
                                  "encoding and leaves %1 for the word.")
                      : Words::tr("Concatenated at the same width (%1 + %2 of %3 dimensions): %4."))
                     .arg(answer.beside.embedding)
                     .arg(answer.beside.position)
                     .arg(answer.beside.whole)
                     .arg(readings(*answer.other));
    return sentences(parts << chanceSentence(answer.now));
}

QString sizeSentence(const ScaleAnswer& scale)
{
    const std::array<QString, 4> texts{
        Words::tr("The encoding is a small nudge here."), Words::tr("The word is the larger part here."),
        Words::tr("Both are of one size here."), Words::tr("The encoding outweighs the word here.")};
    const Beside beside = besideOf(scale.ratio);
    if (beside == Beside::OneSize && besideOf(scale.unscaledRatio) != Beside::OneSize)
        return Words::tr("Both are of one size here: the scale makes them equal partners.");
    return texts[static_cast<std::size_t>(beside)];
}

QString scaleSentence(const AnswersData& data)
{
    const ScaleAnswer& scale = data.scale;
    if (!data.withTable)
        return withoutTable(data);
    if (!std::isfinite(scale.ratio))
        return Words::tr(
            "How large the embedding is beside the encoding is undefined: the encoding is zero or no number.");
    QStringList parts{
        Words::tr("With σ = %1 and s = %2 the embedding is R = %3 times as long as the encoding; without the "
                  "scale it would be %4.")
            .arg(number(scale.sigma), number(scale.scale), number(scale.ratio), number(scale.unscaledRatio))};
    if (std::isfinite(scale.angle))
        parts += Words::tr("Adding the encoding turns the embedding by %1°.").arg(number(scale.angle));
    parts += sizeSentence(scale);
    return sentences(parts);
}

QString whatDropoutDoes(const AnswersData& data)
{
    if (data.p == 0) {
        return sentences({data.mode == DropoutMode::Eval
                              ? Words::tr("In eval mode nn.Dropout is the identity: it zeroes and scales nothing.")
                              : Words::tr("With p = 0 nn.Dropout is the identity: it zeroes and scales nothing."),
                          filledSentence(data),
                          Words::tr("Exactly zero is %1 of the output.").arg(share(data.dropout.now.zeros))});
    }
    if (data.p == 1)
        return Words::tr("With p = 1 everything that dropout acts on becomes zero, and there is nothing to scale.");
    return Words::tr(
               "In training each number that it acts on becomes zero with p = %1, and the others are multiplied by "
               "1/(1 − p) = %2, so that the mean over masks is the input; in eval it does nothing. Here %3 of the "
               "output is exactly zero, and its rows that are not zero have cosine %4 with the input.")
        .arg(number(data.p), number(data.factor, 4), share(data.dropout.now.zeros), orUndefined(data.loss.cosine));
}

} // namespace

QString questionText(Question question)
{
    const std::array<QString, kQuestions.size()> texts{
        Words::tr("Why does dropout act on the sum of embedding and encoding?"),
        Words::tr("Can dropout destroy [CLS], [SEP], [MASK]?"),
        Words::tr("Why add the encoding instead of concatenating it?"),
        Words::tr("Why is the embedding multiplied by √d_model, and how large is the encoding beside it?"),
        Words::tr("What exactly does nn.Dropout do?")};
    return texts[static_cast<std::size_t>(question)];
}

QString answerText(const AnswersData& data, Question question)
{
    constexpr std::array<QString (*)(const AnswersData&), kQuestions.size()> kAnswers{
        dropoutOnSum, lostTokens, addOrConcatenate, scaleSentence, whatDropoutDoes};
    const QString own = kAnswers[static_cast<std::size_t>(question)](data);
    const QString measured
        = data.compared ? Words::tr("Set-up %1: %2", "A, its answer").arg(sideName(Side::A), own) : own;
    const std::optional<AnswersData::Trained>& trained = data.trained[static_cast<std::size_t>(question)];
    if (const QString left = leftOut(data); !left.isEmpty() && !trained)
        return Words::tr("%1 (%2.)", "an answer, what it leaves out").arg(measured, left);
    if (!trained)
        return measured;
    return Words::tr("%1 Trained, %2: %3.", "an answer, a task, what was found")
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
