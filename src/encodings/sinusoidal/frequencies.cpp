// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/frequencies.h"

#include "encodings/sinusoidal/widefrequencies.h"
#include "encodings/sinusoidal/widepowers.h"
#include "field/parallel.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

namespace {

__extension__ using Wide = unsigned __int128;

// mantissa * 2^(exponent - 127), the mantissa's top bit set: a float of 128 bits, of which products cost nanoseconds.
struct Scaled
{
    Wide mantissa = Wide{1} << 127;
    int exponent = 0;
};

constexpr std::uint64_t high(Wide value)
{
    return static_cast<std::uint64_t>(value >> 64);
}

constexpr std::uint64_t low(Wide value)
{
    return static_cast<std::uint64_t>(value);
}

// Truncated: relative error below 2^-126.
Scaled product(const Scaled& a, const Scaled& b)
{
    const Wide cross = Wide{high(a.mantissa)} * low(b.mantissa);
    const Wide other = Wide{low(a.mantissa)} * high(b.mantissa);
    const Wide middle = (Wide{low(a.mantissa)} * low(b.mantissa) >> 64) + low(cross) + low(other);
    const Wide top = Wide{high(a.mantissa)} * high(b.mantissa) + high(cross) + high(other) + high(middle);
    if (top >> 127)
        return {top, a.exponent + b.exponent + 1};
    return {(top << 1) | (low(middle) >> 63), a.exponent + b.exponent};
}

Scaled scaled(const WideFloat<4>& x)
{
    const WideFixed<4>& m = x.mantissa;
    const Wide fraction = (Wide{m.fractionBits(0)} << 64) | m.fractionBits(64);
    return {(Wide{1} << 127) | (fraction >> 1), x.exponent};
}

double toDouble(const Scaled& x)
{
    const auto rounded = static_cast<std::uint64_t>((x.mantissa >> 75) + ((x.mantissa >> 74) & 1));
    return std::min(std::ldexp(static_cast<double>(rounded), x.exponent - 52), std::numeric_limits<double>::max());
}

// 1 / (4 pi)
constexpr Scaled kTurnsPerHalfRadian{(Wide{0xa2f9836e4e441529} << 64) | 0xfc2757d1f534ddc1, -4};

PairFrequency toFixed(const Scaled& omega, double radians)
{
    // Below this the fixed point has fewer than 64 significant bits, and a double says more.
    constexpr int kTinyExponent = -60;
    if (omega.exponent < kTinyExponent)
        return {0, 0, radians};
    const Scaled turns = product(omega, kTurnsPerHalfRadian);
    const int shift = turns.exponent + 1;
    Wide fixed = 0;
    if (shift < 0)
        fixed = (turns.mantissa >> -shift) + ((turns.mantissa >> (-shift - 1)) & 1);
    else if (shift < 128)
        fixed = turns.mantissa << shift;
    return {high(fixed), low(fixed), 0};
}

// [j] = base^(-numerator j stride / denominator) with stride = 2^first, from the powers of two.
std::vector<Scaled> multiples(const std::vector<WideFloat<4>>& powers, int first, std::int64_t count)
{
    std::vector<Scaled> result(static_cast<std::size_t>(count));
    for (std::int64_t bit = 1; bit < count; bit *= 2) {
        const Scaled factor = scaled(powers[static_cast<std::size_t>(first++)]);
        for (std::int64_t j = bit; j < std::min(count, 2 * bit); ++j)
            result[static_cast<std::size_t>(j)] = product(result[static_cast<std::size_t>(j - bit)], factor);
    }
    return result;
}

} // namespace

Frequencies frequenciesOf(const FrequencyLaw& law)
{
    Frequencies result;
    const auto count = static_cast<std::size_t>(law.pairs);
    result.fixed.resize(count);
    result.radians.resize(count);
    const PairGrid grid(law.pairs);
    const std::vector<WideFloat<4>> powers = widePowers<4>(law, grid.fineBits + grid.coarseBits);
    const std::vector<Scaled> fine = multiples(powers, 0, grid.fine);
    const std::vector<Scaled> coarse = multiples(powers, grid.fineBits, grid.coarse);
    constexpr std::int64_t kGrain = 2048;
    parallelFor(0, law.pairs, kGrain, [&](Span span) {
        for (std::int64_t i = span.begin; i < span.end; ++i) {
            const Scaled omega = product(coarse[static_cast<std::size_t>(i / grid.fine)],
                                         fine[static_cast<std::size_t>(i % grid.fine)]);
            const double radians = toDouble(omega);
            result.radians[static_cast<std::size_t>(i)] = radians;
            result.fixed[static_cast<std::size_t>(i)] = toFixed(omega, radians);
        }
    });
    refineFast(law, result);
    return result;
}

} // namespace phasor
