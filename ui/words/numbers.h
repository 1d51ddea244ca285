// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "views/measures/measure.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <string_view>

namespace phasor::words {

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
QString count(std::int64_t value); // "5,000"
// For sentences: at most three significant digits, "54,400", "1.29 million", "3.2·10⁻⁵", of a sample "≈ 32".
QString rounded(const Estimate& of);
QString roundedShare(const Estimate& of); // "10.7 %", "less than 0.1 %", "more than 99.9 %"
// "R falls from 16.5 to 1.46 in B"; of numbers that look the same: "R is 16.5 in A and B".
QString changed(const QString& what, const Estimate& a, const Estimate& b);
QString changedCount(const QString& what, std::int64_t a, std::int64_t b);
// Of 10^log10, a probability: "never", "practically never", "with probability 0.1", "always".
QString likelihood(double log10);
// An int with the same plural form as `value`.
int pluralOf(std::int64_t value);
QString paragraphs(const QStringList& sentences); // with an empty line between them

} // namespace phasor::words
