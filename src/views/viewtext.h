// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/shape.h"
#include "views/viewstate.h"

#include <string>
#include <string_view>

// Words and geometry that the views share.
namespace phasor {

// `digits` significant digits as people read them, whatever the locale: a point, a real minus sign, superscripts for
// powers of ten. "−0.482", "1.2·10⁻⁷", "∞", "NaN". Whole numbers below a million have all of their digits.
std::string shortNumber(double value, int digits = 3);

// 10^exponent for any exponent, also where it is below the least double: "10⁻⁵¹²", "3.2·10⁻⁷⁷¹", "0.5".
std::string powerOfTen(double exponent);

// "10 %", "0.03 %": a share in percent with three significant digits.
std::string percent(double share);

// Whose random numbers the generator `id` draws, and what that was checked against.
std::string generatorText(std::string_view id);

// The part of [0, cells] that `range` shows: inside the table, at least one cell wide; all of it without a range.
Interval visiblePart(const ViewState::Range& range, std::int64_t cells);

// The whole cells that a visible part touches.
Span cellsOf(Interval visible, std::int64_t cells);

// Text of a range for a job's key.
std::string keyOf(const ViewState::Range& range);

} // namespace phasor
