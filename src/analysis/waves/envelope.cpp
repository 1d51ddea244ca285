// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/waves/envelope.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace phasor {

Interval sineRange(double from, double to)
{
    constexpr double kTurn = 2 * std::numbers::pi;
    const double a = std::sin(from);
    const double b = std::sin(to);
    // A crest lies at π/2 + 2πk, a trough at -π/2 + 2πk: is there a k with from <= … <= to?
    const auto contains = [&](double phase) {
        return std::floor((to - phase) / kTurn) >= std::ceil((from - phase) / kTurn);
    };
    return {contains(-std::numbers::pi / 2) ? -1.0 : std::min(a, b),
            contains(std::numbers::pi / 2) ? 1.0 : std::max(a, b)};
}

} // namespace phasor
