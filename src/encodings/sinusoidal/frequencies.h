// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/sinusoid/sinusoid.h"

#include <cmath>
#include <numbers>

namespace phasor {

// Bases of all schemes that have one. Frequencies are then below 2^20 rad per position.
inline constexpr double kLeastBase = 1e-6;
inline constexpr double kMostBase = 1e30;

// omega_i = base^(-numerator * i / denominator), i = 0 … pairs - 1.
struct FrequencyLaw
{
    double base = 10000; // kLeastBase … kMostBase
    std::int64_t numerator = 2;
    std::int64_t denominator = 512; // >= 1
    std::int64_t pairs = 256; // >= 0
};

struct Frequencies
{
    std::vector<PairFrequency> fixed; // for the kernels: turns within 2^-60 at any position up to 2^41
    std::vector<double> radians; // omega, rad per position; correctly rounded, except near ties
};

// An angle in turns of 2^128, which wrap around as angles do; in rad, −π … π.
__extension__ using Turns = unsigned __int128;

inline Turns turnsOf(const PairFrequency& halfPosition)
{
    return (Turns{halfPosition.high} << 64) | halfPosition.low;
}

inline double angleOf(Turns turns)
{
    return static_cast<double>(static_cast<std::int64_t>(turns >> 64)) * (0x1p-63 * std::numbers::pi);
}

// sin(n x) / (n sin x): factor of a wave of 2x rad per position in the mean over n positions.
inline double waveMean(double x, std::int64_t n)
{
    const auto count = static_cast<double>(n);
    const double sine = std::sin(x);
    return sine == 0 ? 1 : std::sin(count * x) / (count * sine);
}

// On the workers. Throws std::bad_alloc.
Frequencies frequenciesOf(const FrequencyLaw& law);

} // namespace phasor
