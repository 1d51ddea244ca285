// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

// Numbers as people read them.
namespace phasor {

// `digits` significant digits as people read them, whatever the locale: a point, a real minus sign, superscripts for
// powers of ten. "−0.482", "1.2·10⁻⁷", "∞", "NaN". Whole numbers below a million have all of their digits.
std::string shortNumber(double value, int digits = 3);

// 10^exponent for any exponent, also where it is below the least double: "10⁻⁵¹²", "3.2·10⁻⁷⁷¹", "0.5".
std::string powerOfTen(double exponent);

// "10 %", "0.03 %": a share in percent with three significant digits.
std::string percent(double share);

} // namespace phasor
