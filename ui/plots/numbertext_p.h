// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>

namespace phasor {

// Numbers as people read them, whatever the locale: a point, a real minus sign, superscripts for powers of ten.
QString numberText(double value, int significantDigits = 3); // "−0.25", "1.2·10⁻⁷", "∞", "NaN"
QString countText(std::int64_t value); // "5000", "32 768" with thin spaces from five digits on

} // namespace phasor
