// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/waves/sinecolumns.h"

#include <cmath>
#include <numbers>

namespace phasor {

std::complex<double> turnSum(double frequency, std::int64_t first, std::int64_t rows)
{
    const auto n = static_cast<double>(rows);
    const double middle = static_cast<double>(first) + (n - 1) / 2;
    // sin(n δ/2) / sin(δ/2) has period 2π in δ up to its sign, and the limit n at 0.
    const double half = std::remainder(frequency, 2 * std::numbers::pi) / 2;
    const double turns = std::round(frequency / (2 * std::numbers::pi));
    const double sign = std::fmod(turns * (n - 1), 2) == 0 ? 1 : -1;
    const double ratio = std::abs(half) < 1e-150 ? n : std::sin(n * half) / std::sin(half);
    return ratio * sign * std::polar(1.0, frequency * middle);
}

double cosineSum(double frequency, double phase, std::int64_t first, std::int64_t rows)
{
    return (turnSum(frequency, first, rows) * std::polar(1.0, phase)).real();
}

ColumnEnergy sineEnergy(std::span<const SineColumn> columns, std::int64_t first, std::int64_t rows)
{
    ColumnEnergy energy;
    const auto n = static_cast<double>(rows);
    for (const SineColumn& c : columns) {
        energy.mean.push_back(c.amplitude * cosineSum(c.frequency, c.phase, first, rows) / n);
        // cos² x = (1 + cos 2x) / 2
        const double doubled = cosineSum(2 * c.frequency, 2 * c.phase, first, rows) / n;
        energy.meanSquare.push_back(c.amplitude * c.amplitude * (1 + doubled) / 2);
    }
    return energy;
}

} // namespace phasor
