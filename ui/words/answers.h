// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/questions/answers.h"

#include <QString>
#include <QStringList>

#include <limits>
#include <vector>

// Five questions, answered with the setups' numbers, for the window and for `phasor stats --answers`.
namespace phasor::words {

enum class NumberForm { Share, Number, Degrees, Count, Likelihood };

// One number of a setup, that of the alternative (another dropout target, s = 1 …) and that of guesses; NaN: none.
struct SaidNumber
{
    static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

    QString name; // "Position recovered"
    NumberForm form = NumberForm::Number;
    double here = kNone;
    double other = kNone;
    double chance = kNone;
};

// What one setup says to a question.
struct Said
{
    QString finding = {}; // without a full stop
    QString other = {}; // head of the alternative's column; empty: none
    std::vector<SaidNumber> numbers = {};
    QStringList notes = {}; // further sentences; empty ones are left out
};
Said said(const SetupAnswers& of, Question question);

// "A token is practically never zeroed completely", "… is zeroed completely with probability 0.1": of 10^log10.
QString zeroedCompletely(const QString& subject, double log10);

// A row of numbers below the finding.
struct AnswerRow
{
    QString name; // "Position recovered"
    QString chance; // "by chance: 7.69 %"; empty: nothing to guess
    QStringList cells; // as many as the answer has columns; empty ones: it has no such number
};

struct Answer
{
    QString finding; // one sentence with a full stop
    QStringList columns; // "here", "s = 1", or "A", "B", "A − B"
    std::vector<AnswerRow> rows;
    QStringList notes; // further sentences
    QStringList claims; // common claims, each weighed in a sentence
};

QString questionText(Question question);
Answer answer(const AnswersData& data, Question question);
// The finding and the notes as a paragraph.
QString answerText(const Answer& answer);
// A button's text: "Dropout target: the embedding only".
QString trialName(const Trial& trial);
// All answers as plain text, with a blank line between paragraphs.
QString answersAsText(const AnswersData& data);

} // namespace phasor::words
