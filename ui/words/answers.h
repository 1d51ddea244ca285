// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/questions/answers.h"

#include <QString>
#include <QStringList>

// Five questions, answered with the setup's numbers, for the window and for `phasor stats --answers`.
namespace phasor::words {

QString questionText(Question question);
// A short paragraph that is true of these numbers.
QString answerText(const AnswersData& data, Question question);
// Common claims, each weighed in a sentence.
QStringList claims(const AnswersData& data, Question question);
// A button's text: "Acts on: embedding".
QString trialName(const Trial& trial);
// All answers as plain text, with a blank line between paragraphs.
QString answersAsText(const AnswersData& data);

} // namespace phasor::words
