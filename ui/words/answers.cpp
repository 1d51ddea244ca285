// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/answers.h"

#include "words/coretexts.h"
#include "words/summaries/summaries.h"

namespace phasor::words {

static QString formed(double value, NumberForm form)
{
    if (std::isnan(value) || (std::isinf(value) && form != NumberForm::Likelihood))
        return {};
    switch (form) {
    case NumberForm::Share:
        return share(value);
    case NumberForm::Number:
        return rounded(value);
    case NumberForm::Degrees:
        return number(value) + u'°';
    case NumberForm::Count:
        return count(std::llround(value));
    case NumberForm::Likelihood:
        return value > -6 && value < 0 ? number(std::pow(10, value)) : likelihood(value);
    }
    return {};
}

// Shares in percentage points, without a unit.
static QString differenceOf(double a, double b, NumberForm form)
{
    if (!std::isfinite(a - b) || form == NumberForm::Likelihood)
        return {};
    return form == NumberForm::Share ? number(100 * (a - b)) : formed(a - b, form);
}

// The finding about A and B; empty: each has its own.
static QString comparedFinding(const SetupAnswers& a, const SetupAnswers& b, Question question)
{
    const bool tables = a.withTable && b.withTable;
    const Recovery& ofA = a.dropout.now.recovery;
    const Recovery& ofB = b.dropout.now.recovery;
    if (question == Question::DropoutOnSum || question == Question::AddOrConcatenate)
        return tables && !(ofA == ofB) ? recoveryCompared(ofA, ofB) : QString();
    if (question != Question::Scale || !tables || !std::isfinite(a.scale.ratio + b.scale.ratio))
        return {};
    const MoreReadable verdict = moreReadable(ofA, ofB);
    return verdict == MoreReadable::Now || verdict == MoreReadable::Other
        ? recoveryCompared(ofA, ofB)
        : changed(QStringLiteral("R"), a.scale.ratio, b.scale.ratio);
}

// Rows of one setup, or of A and B: A's rows, and those of B with the same names.
static void addNumbers(Answer& answer, const Said& a, const Said* b)
{
    answer.columns = QStringList{Words::tr("here")};
    if (b != nullptr)
        answer.columns = {sideName(Side::A), sideName(Side::B), differenceName()};
    else if (!a.other.isEmpty())
        answer.columns << a.other;
    for (const SaidNumber& of : a.numbers) {
        QStringList cells{formed(of.here, of.form)};
        if (b != nullptr) {
            const auto same = std::ranges::find(b->numbers, of.name, &SaidNumber::name);
            const double there = same == b->numbers.end() ? SaidNumber::kNone : same->here;
            cells << formed(there, of.form) << differenceOf(of.here, there, of.form);
        } else if (!a.other.isEmpty()) {
            cells << formed(of.other, of.form);
        }
        const QString chance
            = std::isfinite(of.chance) ? Words::tr("by chance: %1").arg(formed(of.chance, of.form)) : QString();
        answer.rows.push_back({of.name, chance, cells});
    }
    for (qsizetype column = answer.columns.size(); --column > 0;) { // B may have other numbers
        const auto isEmpty = [column](const AnswerRow& row) {
            return row.cells[column].isEmpty();
        };
        if (!std::ranges::all_of(answer.rows, isEmpty))
            continue;
        answer.columns.removeAt(column);
        for (AnswerRow& row : answer.rows)
            row.cells.removeAt(column);
    }
}

// The numbers as lines of aligned columns.
static QStringList tableLines(const Answer& answer)
{
    std::vector<QStringList> rows{QStringList{QString()} + answer.columns};
    for (const AnswerRow& row : answer.rows)
        rows.push_back(
            QStringList{row.chance.isEmpty()
                            ? row.name
                            : Words::tr("%1 (%2)", "a number's name, by chance: 8 %").arg(row.name, row.chance)}
            + row.cells);
    QStringList lines;
    for (const QStringList& row : rows) {
        QString line;
        for (qsizetype column = 0; column < row.size(); ++column) {
            qsizetype width = 0;
            for (const QStringList& other : rows)
                width = std::max(width, other[column].size());
            line += column == 0 ? QStringLiteral("  ") + row[column].leftJustified(width)
                                : QStringLiteral("  ") + row[column].rightJustified(width);
        }
        lines << line;
    }
    return answer.rows.empty() ? QStringList() : lines;
}

static QString sentence(const QString& finding)
{
    return finding.endsWith(u'.') ? finding : finding + u'.';
}

// Common claims about the five questions, weighed with the setup's numbers.

static QString verdict(bool isTrue)
{
    return isTrue ? Words::tr("True") : Words::tr("False");
}

static QStringList claimsOfDropout(const SetupAnswers& of)
{
    const DropoutAnswer& answer = of.dropout;
    if (answer.tenCells == 0 || answer.tenExpected == 0)
        return {};
    const QString tokens
        = answer.tenRows == 1 ? Words::tr("one token loses") : Words::tr("%1 tokens lose").arg(count(answer.tenRows));
    const bool sixtyPercent = std::abs(answer.shareOfTen() - 0.6) < 0.05 && std::abs(answer.tenExpected - 0.6) < 0.005;
    QStringList list{
        Words::tr("“10 tokens of 512 values lose 60 % of them.” %1: here %2 %3 (expected %4).",
                  "a verdict, 10 tokens lose, shares")
            .arg(verdict(sixtyPercent), tokens, roundedShare(answer.shareOfTen()), roundedShare(answer.tenExpected))};
    const PlacedDropout* alone = answer.now.placement == PlacementId::Embedding ? &answer.now
        : answer.other && answer.other->placement == PlacementId::Embedding     ? &*answer.other
                                                                                : nullptr;
    if (alone != nullptr && of.p > 0 && !of.concatenated)
        list += Words::tr("“Dropout on the embedding alone drops no neuron.” %1: %2 of the output is exactly zero, "
                          "but the dropped values of the token are gone.")
                    .arg(alone->zeros < of.p / 5 ? Words::tr("Half true") : verdict(false), roundedShare(alone->zeros));
    return list;
}

static QStringList claimsOfLoss(const SetupAnswers& of)
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
            list += claim.arg(loss.log10Loss > -3 ? verdict(true) : Words::tr("Hardly"),
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
static QString relative(double energy)
{
    return energy > 10 ? Words::tr("%1 times").arg(rounded(energy)) : roundedShare(energy);
}

static QString spoilingClaim(const std::array<QuarterEnergy, 2>& quarters)
{
    const QString claim = Words::tr("“The sum spoils the first dimensions and leaves the last untouched.” %1: %2.");
    const Spoiling spoiling = spoilingOf(quarters);
    const auto& [first, last] = quarters;
    if (spoiling == Spoiling::Nothing)
        return claim.arg(Words::tr("Not tested"),
                         first.scaled > 0 && last.scaled > 0 ? Words::tr("the encoding is zero or not finite")
                                                             : Words::tr("the embedding is zero or not finite"));
    return claim.arg(
        spoiling == Spoiling::HalfRight ? Words::tr("Half true") : verdict(spoiling == Spoiling::True),
        Words::tr("compared with E, PE's energy is %1 in the first quarter, %2 in the last, where %3 of it varies",
                  "shares; the last one is of the last quarter")
            .arg(relative(first.position / first.scaled), relative(last.position / last.scaled),
                 last.position > 0 ? roundedShare(last.varying / last.position) : Words::tr("nothing")));
}

static QString becoming(const SpaceOverlap& overlap)
{
    constexpr double kSeparate = 0.1;
    const Meeting meeting = meetingOf(overlap);
    if (meeting == Meeting::AllDirections)
        return Words::tr("Impossible here, both use all dimensions");
    return meeting == Meeting::LessThanByChance && overlap.measured() < kSeparate
        ? Words::tr("Possible in the principal directions")
        : Words::tr("Not without training");
}

static QStringList claimsOfCombination(const SetupAnswers& of)
{
    if (!of.combination || !of.combination->quarters)
        return {};
    QStringList list{spoilingClaim(*of.combination->quarters)};
    const SpaceOverlap& overlap = of.combination->overlap;
    if (!overlap.byRank.empty())
        list += Words::tr("“A sum can become a concatenation.” %1 (overlap %2, random %3).")
                    .arg(becoming(overlap), number(overlap.measured()), number(overlap.random(overlap.rank())));
    return list;
}

static QString initializerClaim(const ScaleAnswer& scale)
{
    const QString claim = Words::tr("“It belongs to the initializer.” %1");
    const double words = std::abs(scale.scale) * scale.size;
    const QString size = rounded(words);
    if (!std::isfinite(words) || !(scale.positionSize > 0))
        return claim.arg(Words::tr("Not tested: s·E has size %1, and there is no encoding to match.").arg(size));
    const bool match = words <= 2 * scale.positionSize && scale.positionSize <= 2 * words;
    return claim.arg((match ? Words::tr("True: s·E has size %1, PE %2. They match.")
                            : Words::tr("Not here: s·E has size %1, PE %2. They don't match."))
                         .arg(size, rounded(scale.positionSize)));
}

static QStringList claimsOfScale(const SetupAnswers& of)
{
    const ScaleAnswer& scale = of.scale;
    QStringList list;
    if (!(scale.size > 0)) // zero, or without a finite value
        return list;
    if (std::isfinite(scale.ratio)) {
        const QString claim = Words::tr("“To make the encoding relatively smaller.” %1");
        list += scale.ratio == scale.unscaledRatio
            ? claim.arg(Words::tr("Not tested: s = 1."))
            : claim.arg(Words::tr("%1: R is %2, and %3 with s = 1.", "a verdict")
                            .arg(scale.ratio > scale.unscaledRatio ? verdict(true) : Words::tr("The opposite here"),
                                 rounded(scale.ratio), rounded(scale.unscaledRatio)));
    }
    const QString claim = Words::tr("“Because the weights are shared with the output layer.” %1");
    if (of.concatenated && of.combination)
        list += claim.arg(Words::tr("False: a concatenated state has %1 dimensions, the embedding %2.")
                              .arg(of.combination->beside.whole)
                              .arg(of.combination->beside.embedding));
    else
        list += claim.arg(
            (scale.logits <= 1.5
                 ? Words::tr("Possible: logits begin with standard deviation σ·√d = %1, nearly flat.")
                 : Words::tr("Hardly: logits begin with standard deviation σ·√d = %1, which is too large."))
                .arg(rounded(scale.logits)));
    list += initializerClaim(scale);
    return list;
}

static QString buildsClaim(const std::array<BuildAnswer, 3>& builds)
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

// The claims about a question, weighed with the numbers of one setup.
static QStringList claims(const SetupAnswers& of, Question question, const std::array<BuildAnswer, 3>& builds)
{
    if (question == Question::WhatDropoutDoes)
        return {buildsClaim(builds)};
    constexpr std::array kClaims{claimsOfDropout, claimsOfLoss, claimsOfCombination, claimsOfScale};
    return kClaims[static_cast<std::size_t>(question)](of);
}

QString questionText(Question question)
{
    const std::array<QString, kQuestions.size()> texts{
        Words::tr("Why does dropout act on the sum?"), Words::tr("Can dropout zero [CLS] or [SEP]?"),
        Words::tr("Why add PE, not concatenate it?"), Words::tr("Why is E multiplied by √d_model?"),
        Words::tr("What exactly does nn.Dropout do?")};
    return texts[static_cast<std::size_t>(question)];
}

Answer answer(const AnswersData& data, Question question)
{
    const Said a = said(data.a, question);
    const std::optional<Said> b = data.b ? std::optional(said(*data.b, question)) : std::nullopt;
    Answer answer;
    const QString compared = b ? comparedFinding(data.a, *data.b, question) : QString();
    const bool alike = !b || !compared.isEmpty() || a.finding == b->finding;
    answer.finding = sentence(!compared.isEmpty() ? compared
                                  : !alike        ? Words::tr("A: %1", "facts about a setup").arg(a.finding)
                                  : b             ? bothSides(a.finding, b->finding)
                                                  : a.finding);
    addNumbers(answer, a, b ? &*b : nullptr);
    answer.notes = a.notes;
    if (b && b->notes != a.notes) {
        for (QString& note : answer.notes)
            note = note.isEmpty() ? note : Words::tr("A: %1", "facts about a setup").arg(note);
    }
    if (!alike) // one sentence of both would be long
        answer.notes.prepend(sentence(Words::tr("B: %1", "facts about a setup").arg(b->finding)));
    if (const auto& trained = data.a.trained[static_cast<std::size_t>(question)])
        answer.notes << Words::tr("Trained, %1: %2.", "a task, what was found")
                            .arg(taskName(trained->settings), ofCore(trained->said));
    if (const QString left = leftOut(data); !left.isEmpty())
        answer.notes << sentence(left);
    answer.notes.removeAll(QString());
    answer.claims = claims(data.a, question, data.builds);
    return answer;
}

QString answerText(const Answer& answer)
{
    return (QStringList{answer.finding} + answer.notes).join(u' ');
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
        const Answer shown = answer(data, question);
        QStringList lines{QStringLiteral("%1. %2").arg(++index).arg(questionText(question)), shown.finding};
        lines << tableLines(shown) << shown.notes;
        for (const QString& claim : shown.claims)
            lines += QStringLiteral("– ") + claim;
        paragraphs += lines.join(u'\n');
    }
    return paragraphs.join(QStringLiteral("\n\n")) + u'\n';
}

} // namespace phasor::words
