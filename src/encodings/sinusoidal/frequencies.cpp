// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/frequencies.h"

#include "encodings/sinusoidal/widefrequencies.h"
#include "field/parallel.h"

#include <quadmath.h>

#include <algorithm>
#include <bit>
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

// x > 0
Scaled scaled(__float128 x)
{
    int exponent = 0;
    const __float128 fraction = frexpq(x, &exponent); // [1/2, 1)
    return {static_cast<Wide>(ldexpq(fraction, 113)) << 15, exponent - 1};
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

// factors[j] = base^(-numerator * j * stride / denominator): one exponential for each power of two, products between.
std::vector<Scaled> powers(const FrequencyLaw& law, std::int64_t stride, std::int64_t count)
{
    std::vector<Scaled> factors(static_cast<std::size_t>(count));
    const __float128 logarithm = logq(static_cast<__float128>(law.base));
    for (std::int64_t bit = 1; bit < count; bit *= 2) {
        const auto exponent = static_cast<__float128>(law.numerator * stride * bit) / law.denominator;
        const Scaled factor = scaled(expq(-exponent * logarithm));
        const std::int64_t end = std::min(count, 2 * bit);
        for (std::int64_t j = bit; j < end; ++j)
            factors[static_cast<std::size_t>(j)] = product(factors[static_cast<std::size_t>(j - bit)], factor);
    }
    return factors;
}

} // namespace

Frequencies frequenciesOf(const FrequencyLaw& law)
{
    Frequencies result;
    const auto count = static_cast<std::size_t>(law.pairs);
    result.fixed.resize(count);
    result.radians.resize(count);
    const auto fineCount = static_cast<std::int64_t>(
        std::bit_ceil(static_cast<std::uint64_t>(std::ceil(std::sqrt(static_cast<double>(law.pairs))))));
    const std::vector<Scaled> fine = powers(law, 1, fineCount);
    const std::vector<Scaled> coarse = powers(law, fineCount, (law.pairs + fineCount - 1) / fineCount);
    constexpr std::int64_t kGrain = 2048;
    parallelFor(0, law.pairs, kGrain, [&](Span span) {
        for (std::int64_t i = span.begin; i < span.end; ++i) {
            const Scaled omega = product(coarse[static_cast<std::size_t>(i / fineCount)],
                                         fine[static_cast<std::size_t>(i % fineCount)]);
            const double radians = toDouble(omega);
            result.radians[static_cast<std::size_t>(i)] = radians;
            result.fixed[static_cast<std::size_t>(i)] = toFixed(omega, radians);
        }
    });
    refineFast(law, result);
    return result;
}

} // namespace phasor
