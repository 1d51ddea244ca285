// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/questions/answers.h"

#include <QString>
#include <QStringList>

// The five questions and what the set-up's numbers answer, for the window and for `phasor stats --answers`.
namespace phasor::words {

QString questionText(Question question);
// One short paragraph of sentences that are true of these numbers.
QString answerText(const AnswersData& data, Question question);
// What people claim, each weighed in a sentence.
QStringList claims(const AnswersData& data, Question question);
// On a button: "Acts on: embedding".
QString trialName(const Trial& trial);
// All of it as plain text, a blank line between paragraphs.
QString answersAsText(const AnswersData& data);

} // namespace phasor::words
