// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/message.h"
#include "text/result.h"
#include "text/valuespec.h"

#include <QCoreApplication>
#include <QString>

#include <string>
#include <string_view>

class QLocale;

namespace phasor {
struct Scene;
}

namespace phasor::words {

// The error as one line: where, what, what to do.
QString errorText(const Error& error);

// The error next to its control: what, what to do.
QString faultText(const Error& error);

// The same in sentences: "Sinusoidal adds no bias. Use ALiBi."
QString reasonText(const Error& error);

// Translation context of this folder: Words::tr("%1 pairs").
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Words)
};

// Sets the locale's language for all texts, if resources/translations has it; otherwise English. Call before the first
// widget is made; GUI thread.
void speak(QCoreApplication& application, const QLocale& locale);

// Translated texts of the core, which has no translations: titles, labels and explanations of its tables, errors and
// warnings. lupdate finds them by WORDS.

QString ofCore(SourceText text);

// The text, with options replaced by the labels of their controls: "raise max_len".
QString ofCore(const Message& message);

// Title or sentence of a preset, from resources/presets/*.json.
QString ofPreset(const std::string& text);
QString sourceOfPreset(const std::string& source); // "Source: config.json of …"; empty: none

// Whose random numbers the generator `id` gives, and what that was checked against.
QString generator(std::string_view id);

// A scene's setups for a figure's caption: d_model, max_len and what differs from the defaults; of B what differs from
// A: "d_model 512 · max_len 5000 · Layout: halves".
QString parametersText(const Scene& scene);

// A value as its control shows it: "√d_model" for the scale sqrt-d-model.
QString valueText(const ValueSpec& spec, const ParameterValue& value);

QString initializerText(std::string_view id); // its label

// Option values as texts: "Scale s: none, √d_model" for "scale=none,sqrt-d-model"; another parameter follows after a
// comma and a space. Other words stay as they are.
QString settingText(const std::string& settings);

} // namespace phasor::words
