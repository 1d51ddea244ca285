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
    // The 192 bits of the number of double turns, of which 2^-1 to 2^-128 are kept, rounded.
    static const WideReal kDoubleTurnsPerRadian = 1 / (2 * wideTurn());
    const WideReal turns = omega * kDoubleTurnsPerRadian;
    using Bits = boost::multiprecision::number<WideReal::backend_type::rep_type, boost::multiprecision::et_off>;
    Bits bits(turns.backend().bits());
    bits >>= 62 - turns.backend().exponent(); // the highest bit is 2^exponent
    bits = (bits + 1) >> 1;
    Turns fixed = static_cast<std::uint64_t>((bits >> 64) & ~std::uint64_t{0});
    fixed = (fixed << 64) | static_cast<std::uint64_t>(bits & ~std::uint64_t{0});
    fixed = turns < 0 ? -fixed : fixed; // the same turn backwards
    return {static_cast<std::uint64_t>(fixed >> 64), static_cast<std::uint64_t>(fixed), 0};
}

std::vector<WideReal> fallingPowers(const WideReal& base, const WideReal& exponent, std::int64_t count)
{
    constexpr std::int64_t kFine = 256;
    const auto run = [](const WideReal& factor, std::int64_t length) {
        std::vector<WideReal> powers(static_cast<std::size_t>(length), WideReal(1));
        for (std::size_t i = 1; i < powers.size(); ++i)
            powers[i] = powers[i - 1] * factor;
        return powers;
    };
    // Power i is one of the first powers times one of every 256th.
    const WideReal rate = -log(base) * exponent;
    const std::vector<WideReal> fine = run(exp(rate), std::min(count, kFine));
    const std::vector<WideReal> coarse = run(exp(rate * kFine), (count + kFine - 1) / kFine);
    std::vector<WideReal> powers(static_cast<std::size_t>(count));
    parallelFor(0, std::ssize(coarse), 4, [&](Span span) {
        for (std::int64_t i = span.begin * kFine; i < std::min(span.end * kFine, count); ++i)
            powers[static_cast<std::size_t>(i)]
                = coarse[static_cast<std::size_t>(i / kFine)] * fine[static_cast<std::size_t>(i % kFine)];
    });
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
