// SPDX-License-Identifier: GPL-3.0-or-later
// What one setup answers to the five questions.
#include "words/answers.h"

#include "words/coretexts.h"
#include "words/summaries/summaries.h"

namespace phasor::words {

constexpr double kNone = SaidNumber::kNone;
constexpr double kNearlyAll = 0.99; // of the rows

static QString target(const PlacedDropout& placed)
{
    return ofCore(placementOf(placed.placement).choice.words.label);
}

// Finding if there is no table to add to the embedding; most of the answers need one.
static QString withoutTable(const SetupAnswers& of)
{
    const QString scheme = ofCore(of.scheme);
    if (of.kind != SchemeKind::None)
        return Words::tr("%1 adds nothing to the embedding, as position enters in the attention").arg(scheme);
    return of.causal
        ? Words::tr("%1 adds nothing to the embedding, so only the causal mask tells the order").arg(scheme)
        : Words::tr("%1 adds nothing to the embedding, so position enters nowhere").arg(scheme);
}

// masked_fill isn't dropout: it also works in eval, for any p. Empty: it fills nothing.
static QString filledPadding(const SetupAnswers& of)
{
    if (!of.loss.filled || of.loss.paddingRows == 0)
        return {};
    return Words::tr("masked_fill zeroes the %1 rows of padding, in eval mode, too.").arg(count(of.loss.paddingRows));
}

static QString whyOff(const SetupAnswers& of)
{
    return of.mode == DropoutMode::Eval ? Words::tr("Dropout is off in eval mode")
                                        : Words::tr("Dropout is off at p = 0");
}

// Whether the nearest row is hardly ever the right one.
static bool hardlyFindsPosition(const Recovery& recovery)
{
    constexpr double kHardly = 0.05;
    return recovery.position.share < kHardly || recovery.guessesPosition();
}

// Why the nearest row of PE is often a wrong one. Empty: the embedding isn't far longer.
static QString hiddenNote(const SetupAnswers& of)
{
    if (of.concatenated || besideOf(of.scale.ratio) != Beside::FarLarger)
        return {};
    return Words::tr(
               "The embedding is %1 times as long as the encoding, so the nearest row of PE depends on the token.")
        .arg(rounded(of.scale.ratio));
}

static SaidNumber positionRow(const Recovery& now, const Recovery* other)
{
    return {Words::tr("Position recovered"), NumberForm::Share, now.position.share,
            other ? other->position.share : kNone, now.positionByChance()};
}

static SaidNumber tokenRow(const Recovery& now, const Recovery* other)
{
    return {Words::tr("Token recovered"), NumberForm::Share, now.token.share, other ? other->token.share : kNone,
            now.tokenByChance()};
}

static Said dropoutOnSum(const SetupAnswers& of)
{
    if (!of.withTable)
        return {.finding = withoutTable(of)};
    const PlacedDropout& now = of.dropout.now;
    const PlacedDropout* other = of.dropout.other ? &*of.dropout.other : nullptr;
    Said said;
    const Recovery* lookedUp = other ? &other->recovery : nullptr;
    said.numbers
        = {{Words::tr("Exact zeros"), NumberForm::Share, now.zeros, other ? other->zeros : kNone},
           {Words::tr("Energy of PE kept"), NumberForm::Share, now.positionKept, other ? other->positionKept : kNone},
           positionRow(now.recovery, lookedUp),
           tokenRow(now.recovery, lookedUp)};
    if (of.p == 0) {
        said.finding = Words::tr("%1, so its target makes no difference", "dropout").arg(whyOff(of));
        said.notes << filledPadding(of);
        return said;
    }
    if (now.recovery.positions == 1) {
        said.finding = onePosition();
        return said;
    }
    const MoreReadable verdict = other ? moreReadable(now.recovery, other->recovery) : MoreReadable::Unknown;
    const bool hardly = other && hardlyFindsPosition(now.recovery) && hardlyFindsPosition(other->recovery);
    const PlacedDropout& onSum = other && now.placement != PlacementId::Sum ? *other : now;
    const PlacedDropout& notOnSum = other && &onSum == &now ? *other : now;
    const PlacedDropout* empty = now.zeros == 1 ? &now : other && other->zeros == 1 ? other : nullptr;
    if (empty != nullptr)
        said.finding = Words::tr("Dropout on %1 leaves no value at p = %2, so nothing can be recovered")
                           .arg(target(*empty), number(of.p));
    else if (verdict == MoreReadable::Unknown)
        said.finding = Words::tr("Dropout on %1 zeroes %2 of the output").arg(target(now), roundedShare(now.zeros));
    else if (hardly && verdict == MoreReadable::Neither)
        said.finding = Words::tr("The position is hardly ever recovered here, with dropout on %1 or on %2")
                           .arg(target(onSum), target(notOnSum));
    else if (verdict == MoreReadable::Neither
             && recoveredRows(onSum.recovery.position) == recoveredRows(notOnSum.recovery.position))
        said.finding = Words::tr("Position is recovered in %1 with dropout on %2 or on %3")
                           .arg(recoveredRows(onSum.recovery.position), target(onSum), target(notOnSum));
    else if (verdict == MoreReadable::Neither)
        said.finding = Words::tr("Position is recovered about as often with dropout on %1 (%2) as on %3 (%4)")
                           .arg(target(onSum), roundedShare(onSum.recovery.position.share), target(notOnSum),
                                roundedShare(notOnSum.recovery.position.share));
    else
        said.finding = Words::tr("The position is recovered in %2 with dropout on %1, in %4 on %3")
                           .arg(target(now), recoveredRows(now.recovery.position), target(*other),
                                recoveredRows(other->recovery.position));
    if (other)
        said.other = other->placement == PlacementId::Sum ? Words::tr("on the sum") : Words::tr("on E");
    if (hardly)
        said.notes << hiddenNote(of);
    if (verdict == MoreReadable::Neither && !of.trained[static_cast<std::size_t>(Question::DropoutOnSum)])
        said.notes << Words::tr(
            "This test doesn't show with which of the two a model learns better. The lesson “Why does "
            "dropout act on the sum?” trains both.");
    if (now.placement == PlacementId::Sum || (other && other->placement == PlacementId::Sum))
        said.notes << (of.concatenated
                           ? Words::tr(
                               "Concatenated, each value is of the token or of the position. One mask drops both.")
                           : Words::tr("One mask on the sum hides token and position together, as in the paper."));
    said.notes << Words::tr("Recovered means that the nearest row of PE is the right one.");
    return said;
}

static Said lostTokens(const SetupAnswers& of)
{
    const LossAnswer& loss = of.loss;
    Said said;
    said.numbers = {{Words::tr("Zeroed completely"), NumberForm::Likelihood, loss.log10Loss},
                    {Words::tr("Tokens zeroed, of %1 measured").arg(count(loss.rows)), NumberForm::Count,
                     static_cast<double>(loss.lostRows)},
                    {Words::tr("Tokens protected"), NumberForm::Count, static_cast<double>(loss.protectedRows)},
                    {Words::tr("Cosine of output and input"), NumberForm::Number, loss.cosine}};
    if (!std::isfinite(loss.log10Loss)) {
        said.finding = Words::tr("%1, so it zeroes no token", "dropout").arg(whyOff(of));
        said.notes << filledPadding(of);
        return said;
    }
    if (of.withTable && loss.operand == Placement::Operand::Embedding) {
        said.finding = zeroedCompletely(Words::tr("The embedding of an unprotected token"), loss.log10Loss);
        said.notes << Words::tr("The token's position stays.");
    } else if (of.withTable && loss.operand == Placement::Operand::Position) {
        said.finding = zeroedCompletely(Words::tr("The encoding of an unprotected token"), loss.log10Loss);
        said.notes << Words::tr("The token's embedding stays.");
    } else {
        said.finding = zeroedCompletely(Words::tr("An unprotected token"), loss.log10Loss);
    }
    said.notes << (loss.draws == 1 ? Words::tr("One random number decides for a complete token.")
                                   : Words::tr("For that, all its %1 values must be dropped: p^%1 with p = %2.")
                                         .arg(count(loss.draws), number(of.p)))
               << filledPadding(of);
    return said;
}

static QString meetingNote(const CombinationAnswer& answer)
{
    const SpaceOverlap& overlap = answer.overlap;
    const Meeting meeting = meetingOf(overlap);
    if (meeting == Meeting::AllDirections)
        return Words::tr("Embedding and encoding both use all %1 dimensions.").arg(count(overlap.width));
    const QString directions = overlap.rank() == 1 ? Words::tr("strongest directions")
                                                   : Words::tr("%1 principal directions").arg(count(overlap.rank()));
    const QString compared = Words::tr("Their %1 overlap by %2 (random: %3).", "8 principal directions, numbers")
                                 .arg(directions, number(overlap.measured()), number(overlap.random(overlap.rank())));
    const bool recovered = answer.now.position.share > kNearlyAll;
    const QString verdict = meeting == Meeting::AsByChance ? Words::tr("Chance alone explains that much.")
        : meeting == Meeting::MoreThanByChance             ? Words::tr("That is more than random directions would.")
        : recovered
        ? Words::tr("That is less than random directions would.")
        : Words::tr("That is less than random directions would. A model can learn to part them, the nearest "
                    "row can't.");
    return compared + u' ' + verdict;
}

static QString combinationFinding(const SetupAnswers& of, const CombinationAnswer& answer)
{
    if (answer.now.positions == 1)
        return onePosition();
    if (!answer.other)
        return answer.beside.embedding > 0 && answer.beside.position > 0
            ? Words::tr("This embedding can't be made narrower to be concatenated")
            : Words::tr("Token and position can't share one dimension by concatenation");
    const Recovery& added = of.concatenated ? *answer.other : answer.now;
    const Recovery& concatenated = of.concatenated ? answer.now : *answer.other;
    const MoreReadable verdict = moreReadable(added, concatenated);
    if (added.guessesPosition() && concatenated.guessesPosition())
        return Words::tr("Adding costs no dimension, and either way only chance recovers the position");
    if (verdict == MoreReadable::Neither)
        return recoveredRows(added.position) == recoveredRows(concatenated.position)
            ? Words::tr("Adding costs no dimension, and either way the position is recovered in %1")
                  .arg(recoveredRows(added.position))
            : Words::tr("Position recovered in %1 added, in %2 concatenated: a difference within the noise")
                  .arg(recoveredRows(added.position), recoveredRows(concatenated.position));
    if (verdict == MoreReadable::Unknown)
        return Words::tr("The position can't be recovered in this setup, added or concatenated");
    return (verdict == MoreReadable::Other
                ? Words::tr("Adding costs no dimension, but the position is found in %1, concatenated in %2")
                : Words::tr("Adding costs no dimension, and the position is found in %1, concatenated in %2"))
        .arg(recoveredRows(added.position), recoveredRows(concatenated.position));
}

static Said addOrConcatenate(const SetupAnswers& of)
{
    if (!of.combination)
        return {.finding = withoutTable(of)};
    Said said;
    const CombinationAnswer& answer = *of.combination;
    const Recovery* other = answer.other ? &*answer.other : nullptr;
    const SpaceOverlap& overlap = answer.overlap;
    const bool measured = !of.concatenated && !overlap.byRank.empty();
    const auto dimensions = [&answer](bool concatenated) {
        return static_cast<double>(concatenated ? answer.beside.embedding : answer.beside.whole);
    };
    said.finding = combinationFinding(of, answer);
    if (other)
        said.other = of.concatenated ? Words::tr("added") : Words::tr("concatenated");
    said.numbers = {positionRow(answer.now, other),
                    tokenRow(answer.now, other),
                    {Words::tr("Token dimensions"), NumberForm::Count, dimensions(of.concatenated),
                     other ? dimensions(!of.concatenated) : kNone},
                    {Words::tr("Overlap of directions"), NumberForm::Number, measured ? overlap.measured() : kNone,
                     kNone, measured ? overlap.random(overlap.rank()) : kNone}};
    if (other)
        said.notes << Words::tr(
                          "Adding costs no dimension. Concatenated, the token has %1 of %2 dimensions, or the model "
                          "must be wider.")
                          .arg(count(answer.beside.embedding), count(answer.beside.whole));
    if (answer.now.position.share < kNearlyAll && of.p < 1)
        said.notes << hiddenNote(of);
    if (measured)
        said.notes << meetingNote(answer);
    if (answer.drawnAlike)
        said.notes << Words::tr("E and PE come from the same seed, so the embedding of token k is a multiple of the "
                                "encoding of position k. Change Table seed.");
    return said;
}

static QString sizeNote(const ScaleAnswer& scale)
{
    switch (besideOf(scale.ratio)) {
    case Beside::FarLarger:
        return Words::tr("The encoding is small compared with the embedding.");
    case Beside::Larger:
        return Words::tr("The embedding is the larger part.");
    case Beside::OneSize:
        return besideOf(scale.unscaledRatio) == Beside::OneSize
            ? Words::tr("The norms differ by at most a factor of 2.")
            : Words::tr("Because of the scale the norms differ by at most a factor of 2.");
    case Beside::Smaller:
        return Words::tr("The encoding is the larger part.");
    }
    return {};
}

static Said scale(const SetupAnswers& of)
{
    const ScaleAnswer& scale = of.scale;
    if (!of.withTable)
        return {.finding = withoutTable(of)};
    if (!std::isfinite(scale.ratio))
        return {.finding = Words::tr("Embedding or encoding is zero or not finite, so R has no value")};
    Said said;
    const bool scaled = scale.unscaled.has_value();
    const Recovery& now = of.dropout.now.recovery;
    const MoreReadable verdict = scaled ? moreReadable(now, *scale.unscaled) : MoreReadable::Unknown;
    if (verdict == MoreReadable::Now || verdict == MoreReadable::Other)
        said.finding = Words::tr("With the scale the position is recovered in %1, without it in %2")
                           .arg(recoveredRows(now.position), recoveredRows(scale.unscaled->position));
    else
        said.finding = scaled ? Words::tr("%1, and R is %2 without the scale", "what R says, its value at s = 1")
                                    .arg(lengthsCompared(scale.ratio), rounded(scale.unscaledRatio))
                              : Words::tr("%1, and the scale is 1", "what R says").arg(lengthsCompared(scale.ratio));
    if (scaled)
        said.other = Words::tr("s = 1");
    said.numbers
        = {{QStringLiteral("R = ‖s·E‖ / ‖PE‖"), NumberForm::Number, scale.ratio, scaled ? scale.unscaledRatio : kNone},
           {Words::tr("Angle that PE adds"), NumberForm::Degrees, scale.angle},
           positionRow(now, scaled ? &*scale.unscaled : nullptr)};
    said.notes << sizeNote(scale);
    if (const Beside size = besideOf(scale.ratio); scaled && (size == Beside::Larger || size == Beside::FarLarger))
        said.notes << Words::tr("The factor √d_model suits embeddings that begin with values of about 1/√d_model. Here "
                                "their size is %1.")
                          .arg(rounded(scale.size));
    return said;
}

static Said whatDropoutDoes(const SetupAnswers& of)
{
    const Placement::Unit unit = placementOf(of.dropout.now.placement).unit;
    const bool some = of.loss.protectedRows > 0;
    const QString part = unit == Placement::Unit::Dimension ? Words::tr("dimension")
        : unit == Placement::Unit::Token ? (some ? Words::tr("unprotected token") : Words::tr("token"))
                                         : (some ? Words::tr("unprotected value") : Words::tr("value"));
    Said said;
    said.numbers = {{Words::tr("Exact zeros"), NumberForm::Share, of.dropout.now.zeros},
                    {Words::tr("Factor 1/(1 − p)"), NumberForm::Number, of.p == 0 || of.p == 1 ? kNone : of.factor},
                    {Words::tr("Cosine of output and input"), NumberForm::Number, of.loss.cosine}};
    said.notes << filledPadding(of);
    if (of.p == 0)
        said.finding = Words::tr("%1: nothing is zeroed or multiplied", "dropout").arg(whyOff(of));
    else if (of.p == 1)
        said.finding = (some ? Words::tr("At p = 1 dropout zeroes every unprotected value of its target")
                             : Words::tr("At p = 1 dropout zeroes every value of its target"));
    else
        said.finding = Words::tr("Dropout zeroes each %1 with probability %2 and multiplies the others by %3",
                                 "value, token or dimension")
                           .arg(part, rounded(of.p), rounded(of.factor));
    if (of.p > 0 && some)
        said.notes << Words::tr("Protected tokens stay as they are.");
    if (of.p > 0 && of.p < 1)
        said.notes << (said.notes.front().isEmpty()
                           ? Words::tr("So the mean over all masks is the input. In eval mode dropout changes nothing.")
                           : Words::tr("Of other tokens the mean over all masks is the input, and eval mode changes "
                                       "nothing."));
    return said;
}

QString zeroedCompletely(const QString& subject, double log10)
{
    const bool adverb = log10 >= 0 || likelihood(log10) == likelihood(-100);
    return (adverb ? Words::tr("%1 is %2 zeroed completely", "a token, 'always' or 'practically never'")
                   : Words::tr("%1 is zeroed completely %2", "a token, with probability 0.1"))
        .arg(subject, likelihood(log10));
}

Said said(const SetupAnswers& of, Question question)
{
    constexpr std::array<Said (*)(const SetupAnswers&), kQuestions.size()> kSay{
        dropoutOnSum, lostTokens, addOrConcatenate, scale, whatDropoutDoes};
    return kSay[static_cast<std::size_t>(question)](of);
}

} // namespace phasor::words
