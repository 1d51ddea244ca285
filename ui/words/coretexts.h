// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/message.h"
#include "text/result.h"

#include <QCoreApplication>
#include <QString>

#include <string>
#include <string_view>

namespace phasor::words {

// The one line that a user reads: where, what, what to do.
QString errorText(const Error& error);

// What and what to do, beside the control that it is about.
QString faultText(const Error& error);

} // namespace phasor::words

class QLocale;

namespace phasor::words {

// The texts of this folder: Words::tr("%1 pairs").
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Words)
};

// From here on texts are those of the locale's language, if resources/translations has it; else English. Before the
// first widget is made; GUI thread.
void speak(QCoreApplication& application, const QLocale& locale);

// What the core says, which knows nothing of translations: titles, labels and explanations of its tables, errors and
// warnings. lupdate finds all of it by WORDS.

QString ofCore(SourceText text);

// A parameter that is named by its option is called by the label of its control: "raise max_len".
QString ofCore(const Message& message);

// Title or sentence of a preset, which stand in resources/presets/*.json.
QString ofPreset(const std::string& text);

// Whose random numbers the generator `id` draws, and what that was checked against.
QString generator(std::string_view id);

} // namespace phasor::words
