// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "text/message.h"
#include "text/result.h"
#include "text/valuespec.h"
#include "views/measures/measure.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <string>
#include <string_view>

class QLocale;

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
// "Sinusoidal" of "Scheme: Sinusoidal"; of several settings all.
QString withoutLabel(const QString& setting);

// Texts that compare two setups.

QString sideName(Side side); // "A"
QString differenceName(); // "A − B"
QString ofSide(Side side, const QString& what); // "A · ‖E‖"
QString bothSides(const QString& a, const QString& b); // "A: … · B: …"; of equal findings: "… in A and B"

// "A 0.14 · B 0.99 · A − B −0.85"
QString compared(double a, double b, int significantDigits);

// The core's numbers and names as text on the screen.

// UTF-8 of the core as QString.
inline QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

// Like shortNumber: "−0.482", "1.2·10⁻⁷". Of a sample its certain digits, marked: "≈ 0.95".
QString number(const Estimate& value, int significantDigits = 3);
QString grouped(double value, int significantDigits = 3); // with thousands separators: "54,400"
QString orUndefined(double value, int significantDigits = 3); // "undefined" for NaN and infinity
QString share(const Estimate& of, int significantDigits = 3); // in percent: "10 %", "≈ 90 %"
QString inPoints(QString share); // of a difference of shares: "−39.4 points" of "−39.4 %"
QString count(std::int64_t value); // "5,000"
// For sentences: at most three significant digits, "54,400", "1.29 million", "3.2·10⁻⁵", of a sample "≈ 32".
QString rounded(const Estimate& of);
QString endNumber(const Estimate& of); // rounded, and short: "1,130", "2.07·10⁸"
QString roundedShare(const Estimate& of); // "10.7 %", "less than 0.1 %", "more than 99.9 %"
// "R falls from 16.5 to 1.46 in B"; of numbers that look the same: "R is 16.5 in A and B". `sampled`: of numbers of a
// sample without an error.
QString changed(const QString& what, const Estimate& a, const Estimate& b, bool sampled = false);
QString changedCount(const QString& what, std::int64_t a, std::int64_t b);
// Of 10^log10, a probability: "never", "practically never", "with probability 0.1", "always".
QString likelihood(double log10);
// An int with the same plural form as `value`.
int pluralOf(std::int64_t value);
QString paragraphs(const QStringList& sentences); // with an empty line between them
// "6.28 to 54,400" for the pattern "%1 to %2"; of ends that look the same one.
QString fromTo(const QString& low, const QString& high, const QString& pattern);

} // namespace phasor::words
