// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/frequencies.h"

#include "encodings/sinusoidal/widereal.h"
#include "field/parallel.h"

#include <algorithm>

namespace phasor {

static PairFrequency toFixed(const WideReal& omega, double radians)
{
    // A fixed-point number below this has fewer than 64 significant bits, and a double is more exact.
    constexpr double kTiny = 0x1p-60;
    if (std::fabs(radians) < kTiny)
        return {0, 0, radians};
    WideReal turns = ldexp(omega / (2 * wideTurn()), 64);
    turns += ldexp(WideReal(1), -65); // half of the last bit
    turns -= ldexp(floor(ldexp(turns, -64)), 64);
    const auto high = static_cast<std::uint64_t>(turns);
    return {high, static_cast<std::uint64_t>(ldexp(turns - high, 64)), 0};
}

std::vector<WideReal> fallingPowers(const WideReal& base, const WideReal& exponent, std::int64_t count)
{
    std::vector<WideReal> powers(static_cast<std::size_t>(count), WideReal(1));
    WideReal factor = exp(-log(base) * exponent);
    // The first n times the factor's n-th power are the next n.
    for (std::size_t n = 1; n < powers.size(); n *= 2, factor *= factor) {
        for (std::size_t i = n; i < std::min(2 * n, powers.size()); ++i)
            powers[i] = powers[i - n] * factor;
    }
    return powers;
}

std::vector<WideReal> wideFrequencies(const FrequencyLaw& law)
{
    return fallingPowers(law.base, WideReal(law.numerator) / law.denominator, law.pairs);
}

Frequencies frequenciesOf(std::span<const WideReal> omegas)
{
    constexpr std::int64_t kGrain = 1024;
    Frequencies result;
    result.fixed.resize(omegas.size());
    result.radians.resize(omegas.size());
    parallelFor(0, std::ssize(omegas), kGrain, [&](Span span) {
        for (auto i = static_cast<std::size_t>(span.begin); i < static_cast<std::size_t>(span.end); ++i) {
            result.radians[i] = static_cast<double>(omegas[i]);
            result.fixed[i] = toFixed(omegas[i], result.radians[i]);
        }
    });
    return result;
}

Frequencies frequenciesOf(const FrequencyLaw& law)
{
    return frequenciesOf(wideFrequencies(law));
}

Frequencies frequenciesOf(std::span<const float> values, const WideReal& unit)
{
    std::vector<WideReal> omegas;
    std::ranges::transform(values, std::back_inserter(omegas), [&](float value) { return unit * value; });
    return frequenciesOf(omegas);
}

} // namespace phasor
