// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/answers.h"

#include "words/coretexts.h"
#include "words/summaries/summaries.h"

namespace phasor::words {

namespace {

QString formed(double value, NumberForm form)
{
    if (std::isnan(value) || (std::isinf(value) && form != NumberForm::Likelihood))
        return {};
    switch (form) {
    case NumberForm::Share:
        return share(value);
    case NumberForm::Number:
        return number(value);
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
QString differenceOf(double a, double b, NumberForm form)
{
    if (!std::isfinite(a - b) || form == NumberForm::Likelihood)
        return {};
    return form == NumberForm::Share ? number(100 * (a - b)) : formed(a - b, form);
}

// The finding about A and B; empty: each has its own.
QString comparedFinding(const SetupAnswers& a, const SetupAnswers& b, Question question)
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
void addNumbers(Answer& answer, const Said& a, const Said* b)
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
}

// The numbers as lines of aligned columns.
QStringList tableLines(const Answer& answer)
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

QString sentence(const QString& finding)
{
    return finding.endsWith(u'.') ? finding : finding + u'.';
}

} // namespace

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
    answer.finding = sentence(!compared.isEmpty() ? compared : b ? bothSides(a.finding, b->finding) : a.finding);
    addNumbers(answer, a, b ? &*b : nullptr);
    answer.notes = a.notes;
    if (b && b->notes != a.notes) {
        for (QString& note : answer.notes)
            note = note.isEmpty() ? note : Words::tr("A: %1", "facts about a setup").arg(note);
    }
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
