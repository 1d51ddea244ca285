// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/frequencies.h"

#include "encodings/sinusoidal/wide/widefrequencies.h"
#include "encodings/sinusoidal/wide/widepowers.h"
#include "field/parallel.h"

#include <algorithm>

namespace phasor {

namespace {

using Wide = WideReal::Mantissa;

constexpr std::int64_t kGrain = 2048;

WideReal rounded(const WideFloat<4>& x)
{
    const WideFixed<4>& m = x.mantissa;
    const Wide fraction = (Wide{m.fractionBits(0)} << 64) | m.fractionBits(64);
    return {(Wide{1} << 127) | (fraction >> 1), x.exponent};
}

// 1 / (4 pi)
constexpr WideReal kTurnsPerHalfRadian{(Wide{0xa2f9836e4e441529} << 64) | 0xfc2757d1f534ddc1, -4};

PairFrequency toFixed(const WideReal& omega, double radians)
{
    // Below this the fixed point has fewer than 64 significant bits, and a double says more.
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
std::vector<WideReal> multiples(const std::vector<WideFloat<4>>& powers, int first, std::int64_t count)
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
    const PairGrid grid(law.pairs);
    const std::vector<WideFloat<4>> powers = widePowers<4>(law, grid.fineBits + grid.coarseBits);
    const std::vector<WideReal> fine = multiples(powers, 0, grid.fine);
    const std::vector<WideReal> coarse = multiples(powers, grid.fineBits, grid.coarse);
    parallelFor(0, law.pairs, kGrain, [&](Span span) {
        for (std::int64_t i = span.begin; i < span.end; ++i)
            omegas[static_cast<std::size_t>(i)]
                = coarse[static_cast<std::size_t>(i / grid.fine)] * fine[static_cast<std::size_t>(i % grid.fine)];
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
    Frequencies result = frequenciesOf(wideFrequencies(law));
    refineFast(law, result);
    return result;
}

} // namespace phasor
