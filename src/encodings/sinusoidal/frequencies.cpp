// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/frequencies.h"

#include "encodings/sinusoidal/widereal.h"
#include "field/parallel.h"

#include <algorithm>

namespace phasor {

namespace {

// A number that is not 0, from the highest 192 bits of its mantissa. Boost's own conversions take four times as long.
struct Bits
{
    Turns high;
    std::uint64_t low;
    int exponent; // of the highest bit

    Bits(const boost::multiprecision::limb_type* limbs, int highest)
        : high(Turns{limbs[2]} << 64 | limbs[1])
        , low(limbs[0])
        , exponent(highest)
    {
        static_assert(sizeof *limbs == sizeof low);
    }

    [[nodiscard]] double toDouble() const
    {
        // Of the bits that are left out, rounding only has to know whether one is set.
        return std::ldexp(static_cast<double>(high | static_cast<Turns>(low != 0)), exponent - 127);
    }

    // Of a number below 2^62, the bits 2^-1 to 2^-128, rounded.
    [[nodiscard]] Turns fraction() const
    {
        const auto shifted = [this](int right) {
            return right < 64 ? high << (64 - right) | low >> right : high >> (right - 64);
        };
        return shifted(63 - exponent) + (shifted(62 - exponent) & 1);
    }
};

} // namespace

static double toDouble(const WideReal& x)
{
    if (x.is_zero())
        return 0;
    const double size = Bits(x.backend().bits().limbs(), x.backend().exponent()).toDouble();
    return x < 0 ? -size : size;
}

static PairFrequency toFixed(const WideReal& omega, double radians)
{
    // A fixed-point number below this has fewer than 64 significant bits, and a double is more exact.
    constexpr double kTiny = 0x1p-60;
    if (std::fabs(radians) < kTiny)
        return {0, 0, radians};
    static const WideReal kDoubleTurnsPerRadian = 1 / (2 * wideTurn());
    const auto& a = omega.backend();
    const auto& b = kDoubleTurnsPerRadian.backend();
    WideReal::backend_type::double_rep_type product; // of mantissas; its highest bit is its last or the one before
    eval_multiply(product, a.bits(), b.bits());
    const Turns turns = Bits(product.limbs() + 3, a.exponent() + b.exponent() + 1).fraction();
    const Turns fixed = omega < 0 ? -turns : turns; // the same turn backwards
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
            result.radians[i] = toDouble(omegas[i]);
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
