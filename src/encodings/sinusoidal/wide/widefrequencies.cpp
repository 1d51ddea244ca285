// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/wide/widefrequencies.h"

#include "encodings/sinusoidal/wide/widepowers.h"

#include <algorithm>

namespace phasor {

namespace {

constexpr double kFast = 0x1p20; // rad per position

using Power = WideFloat<24>;

// [j] = base^(-numerator j stride / denominator) with stride = 2^first, from the powers of two.
std::vector<Power> multiples(const std::vector<Power>& powers, int first, std::int64_t count)
{
    std::vector<Power> result(static_cast<std::size_t>(count));
    for (std::int64_t bit = 1; bit < count; bit *= 2) {
        const Power& factor = powers[static_cast<std::size_t>(first++)];
        for (std::int64_t j = bit; j < std::min(count, 2 * bit); ++j)
            result[static_cast<std::size_t>(j)] = product(result[static_cast<std::size_t>(j - bit)], factor);
    }
    return result;
}

} // namespace

void refineFast(const FrequencyLaw& law, Frequencies& frequencies)
{
    if (law.pairs == 0
        || frequencies.radians.back() < kFast) // only a base < 1 has any above 1, and then the last is the greatest
        return;
    const PairGrid grid(law.pairs);
    const std::vector<Power> powers = widePowers<24>(law, grid.fineBits + grid.coarseBits);
    const std::vector<Power> fine = multiples(powers, 0, grid.fine);
    std::vector<Power> coarse = multiples(powers, grid.fineBits, grid.coarse);
    const WideFixed<24> turnsPerHalfRadian = wideInversePi<24>() / 4;
    for (Power& power : coarse)
        power.mantissa = power.mantissa * turnsPerHalfRadian;
    for (std::int64_t i = 0; i < law.pairs; ++i) {
        if (frequencies.radians[static_cast<std::size_t>(i)] < kFast)
            continue;
        const Power& a = coarse[static_cast<std::size_t>(i / grid.fine)];
        const Power& b = fine[static_cast<std::size_t>(i % grid.fine)];
        const WideFixed<24> turns = a.mantissa * b.mantissa;
        const int exponent = a.exponent + b.exponent;
        frequencies.fixed[static_cast<std::size_t>(i)]
            = {turns.fractionBits(exponent), turns.fractionBits(exponent + 64), 0};
    }
}

} // namespace phasor
