// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/frequencies.h"

#include "field/parallel.h"

#include <algorithm>

namespace phasor {

namespace {

using Wide = WideReal::Mantissa;

constexpr std::int64_t kGrain = 2048;

// mantissa * 2^exponent, mantissa in [1, 2).
struct WideFloat
{
    WideFixed mantissa{1};
    int exponent = 0;
};

WideFloat squared(const WideFloat& x)
{
    WideFloat result{x.mantissa * x.mantissa, 2 * x.exponent};
    for (; result.mantissa.integer() > 1; ++result.exponent)
        result.mantissa = result.mantissa / 2;
    return result;
}

// e^x, or e^-x if `falling`.
WideFloat exponential(const WideFixed& x, bool falling)
{
    int twos = 0;
    WideFixed rest = x;
    for (; !(rest < kWideLog2); ++twos)
        rest = rest - kWideLog2;
    if (!falling)
        return {wideExp(rest), twos};
    return rest.isZero() ? WideFloat{WideFixed(1), -twos} : WideFloat{wideExp(kWideLog2 - rest), -twos - 1};
}

// [k] = base^(-numerator 2^k / denominator), k = 0 … count - 1: one exponential, then squares. Each square doubles the
// error, which begins at 2^-170: 2^-130 is left for 2^40 pairs.
std::vector<WideFloat> widePowers(const FrequencyLaw& law, int count)
{
    const WideFixed first
        = wideLog(law.base) * static_cast<std::uint64_t>(law.numerator) / static_cast<std::uint64_t>(law.denominator);
    std::vector<WideFloat> powers;
    powers.reserve(static_cast<std::size_t>(count));
    for (int k = 0; k < count; ++k)
        powers.push_back(k == 0 ? exponential(first, law.base >= 1) : squared(powers.back()));
    return powers;
}

WideReal rounded(const WideFloat& x)
{
    const WideFixed& m = x.mantissa;
    const Wide fraction = (Wide{m.fractionBits(0)} << 64) | m.fractionBits(64);
    return {(Wide{1} << 127) | (fraction >> 1), x.exponent};
}

// 1 / (4 pi)
constexpr WideReal kTurnsPerHalfRadian{(Wide{0xa2f9836e4e441529} << 64) | 0xfc2757d1f534ddc1, -4};

PairFrequency toFixed(const WideReal& omega, double radians)
{
    // Below this exponent a fixed-point number has fewer than 64 significant bits, and a double is more exact.
    constexpr int kTinyExponent = -60;
    if (omega.isZero() || omega.exponent() < kTinyExponent)
        return {0, 0, radians};
    const WideReal turns = omega * kTurnsPerHalfRadian;
    const int shift = turns.exponent() + 1;
    Wide fixed = 0;
    if (shift < 0)
        fixed = (turns.mantissa() >> -shift) + ((turns.mantissa() >> (-shift - 1)) & 1);
    else if (shift < 128)
        fixed = turns.mantissa() << shift;
    return {static_cast<std::uint64_t>(fixed >> 64), static_cast<std::uint64_t>(fixed), 0};
}

// [j] = base^(-numerator j stride / denominator) with stride = 2^first, from the powers of two.
std::vector<WideReal> multiples(const std::vector<WideFloat>& powers, int first, std::int64_t count)
{
    std::vector<WideReal> result(static_cast<std::size_t>(count), WideReal(1.0));
    for (std::int64_t bit = 1; bit < count; bit *= 2) {
        const WideReal factor = rounded(powers[static_cast<std::size_t>(first++)]);
        for (std::int64_t j = bit; j < std::min(count, 2 * bit); ++j)
            result[static_cast<std::size_t>(j)] = result[static_cast<std::size_t>(j - bit)] * factor;
    }
    return result;
}

} // namespace

std::vector<WideReal> wideFrequencies(const FrequencyLaw& law)
{
    std::vector<WideReal> omegas(static_cast<std::size_t>(law.pairs));
    // Pair i = fine part + fines * coarse part. Two short lists of powers give each frequency by one product.
    const auto bits
        = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(law.pairs, 1) - 1)));
    const int fineBits = (bits + 1) / 2;
    const std::int64_t fines = std::int64_t{1} << fineBits;
    const std::int64_t coarses = (law.pairs + fines - 1) / fines;
    const auto coarseBits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(coarses)));
    const std::vector<WideFloat> powers = widePowers(law, fineBits + coarseBits);
    const std::vector<WideReal> fine = multiples(powers, 0, fines);
    const std::vector<WideReal> coarse = multiples(powers, fineBits, coarses);
    parallelFor(0, law.pairs, kGrain, [&](Span span) {
        for (std::int64_t i = span.begin; i < span.end; ++i)
            omegas[static_cast<std::size_t>(i)]
                = coarse[static_cast<std::size_t>(i / fines)] * fine[static_cast<std::size_t>(i % fines)];
    });
    return omegas;
}

Frequencies frequenciesOf(std::span<const WideReal> omegas)
{
    Frequencies result;
    result.fixed.resize(omegas.size());
    result.radians.resize(omegas.size());
    parallelFor(0, static_cast<std::int64_t>(omegas.size()), kGrain, [&](Span span) {
        for (auto i = static_cast<std::size_t>(span.begin); i < static_cast<std::size_t>(span.end); ++i) {
            result.radians[i] = omegas[i].toDouble();
            result.fixed[i] = toFixed(omegas[i], result.radians[i]);
        }
    });
    return result;
}

Frequencies frequenciesOf(const FrequencyLaw& law)
{
    return frequenciesOf(wideFrequencies(law));
}

Frequencies signedFrequencies(std::span<const float> values, const WideReal& unit)
{
    std::vector<WideReal> omegas;
    for (const float value : values)
        omegas.push_back(unit * WideReal(std::fabs(static_cast<double>(value))));
    Frequencies result = frequenciesOf(omegas);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::signbit(values[i]))
            continue;
        PairFrequency& fixed = result.fixed[i];
        const Turns backwards = 0 - turnsOf(fixed); // the complement: the same turn backwards
        fixed = {static_cast<std::uint64_t>(backwards >> 64), static_cast<std::uint64_t>(backwards), -fixed.tiny};
        result.radians[i] = -result.radians[i];
    }
    return result;
}

} // namespace phasor
