// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>

namespace phasor {

QString numberText(double value, int significantDigits = 3); // as shortNumber
QString countText(std::int64_t value); // "5000", "32 768" with thin spaces from five digits on

} // namespace phasor
