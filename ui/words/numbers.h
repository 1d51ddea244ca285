// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "views/measures/measure.h"

#include <QString>

#include <cstdint>
#include <string_view>

namespace phasor::words {

// Two set-ups beside each other.

QString sideName(Side side); // "A"
QString differenceName(); // "A − B"
QString ofSide(Side side, const QString& what); // "A · ‖E‖"
QString bothSides(const QString& a, const QString& b); // "A: … · B: …"

// "A 0.14 · B 0.99 · A − B −0.85"
QString compared(double a, double b, int significantDigits);

// Numbers and names of the core as text on the screen.

// The core's UTF-8.
inline QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

QString number(double value, int significantDigits = 3); // as shortNumber: "−0.482", "1.2·10⁻⁷"
QString orUndefined(double value, int significantDigits = 3); // a number, "undefined" for NaN and infinity
QString share(double share, int significantDigits = 3); // in percent: "10 %"
// As many of the digits as a sample is sure of, marked: "≈ 0.95"; all of them of a number that all rows have.
QString estimate(const Estimate& value, int significantDigits = 3);
QString estimatedShare(const Estimate& share, int significantDigits = 3); // in percent: "≈ 90 %"
QString equals(const Estimate& value, int significantDigits = 3); // "= 0.949", "≈ 0.95"
QString count(std::int64_t value); // "5000", "32 768" with thin spaces from five digits on
// Which plural form a number takes that is no int: that of 1, or one of many.
int pluralOf(std::int64_t value);

} // namespace phasor::words
