// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/frequencies.h"

#include "encodings/sinusoidal/widereal.h"
#include "field/parallel.h"

#include <algorithm>
#include <bit>

namespace phasor {

namespace {

// The size of a number that is not 0, as the highest 192 bits of its mantissa. Boost's products and conversions take
// four times as long.
struct Bits
{
    Turns high; // its highest bit is set
    std::uint64_t low;
    int exponent; // of the highest bit

    explicit Bits(const WideReal& x)
        : exponent(x.backend().exponent())
    {
        const auto* const limbs = x.backend().bits().limbs();
        static_assert(sizeof *limbs == sizeof low);
        high = Turns{limbs[2]} << 64 | limbs[1];
        low = limbs[0];
    }

    // What is below 192 bits is cut off.
    Bits& operator*=(const Bits& other)
    {
        const auto part = [](Turns a, Turns b) {
            return static_cast<std::uint64_t>(a) * Turns{static_cast<std::uint64_t>(b)};
        };
        const auto lower = [](Turns x) {
            return Turns{static_cast<std::uint64_t>(x)};
        };
        // Words from the highest to the lowest: a2 a1 a0, b2 b1 b0.
        const Turns a2 = high >> 64, a1 = high, a0 = low;
        const Turns b2 = other.high >> 64, b1 = other.high, b0 = other.low;
        const Turns a1b2 = part(a1, b2), a2b1 = part(a2, b1);
        const Turns a0b2 = part(a0, b2), a1b1 = part(a1, b1), a2b0 = part(a2, b0);
        const Turns word2 = lower(a0b2) + lower(a1b1) + lower(a2b0) + (part(a0, b1) >> 64) + (part(a1, b0) >> 64);
        const Turns word3 = (word2 >> 64) + (a0b2 >> 64) + (a1b1 >> 64) + (a2b0 >> 64) + lower(a1b2) + lower(a2b1);
        high = part(a2, b2) + (word3 >> 64) + (a1b2 >> 64) + (a2b1 >> 64);
        low = static_cast<std::uint64_t>(word3);
        exponent += other.exponent + 1;
        if (high >> 127 == 0) {
            high = high << 1 | low >> 63;
            low = low << 1 | static_cast<std::uint64_t>(word2) >> 63;
            --exponent;
        }
        return *this;
    }

    // Rounded, of a number that is a normal double.
    [[nodiscard]] double toDouble() const
    {
        // 53 bits, the one that decides, and whether any other is set.
        const auto leading = static_cast<std::int64_t>(high >> 73) | static_cast<std::int64_t>((high << 55 | low) != 0);
        return static_cast<double>(leading) * std::bit_cast<double>(std::int64_t{1023 + exponent - 54} << 52);
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

// base^(-exponent i), i = 0 … count - 1: one of the first powers times one of every 256th.
struct Powers
{
    static constexpr std::int64_t kFine = 256;

    std::vector<WideReal> fine, coarse;

    Powers(const WideReal& base, const WideReal& exponent, std::int64_t count)
    {
        const auto run = [](const WideReal& factor, std::int64_t length) {
            std::vector<WideReal> powers(static_cast<std::size_t>(length), WideReal(1));
            for (std::size_t i = 1; i < powers.size(); ++i)
                powers[i] = powers[i - 1] * factor;
            return powers;
        };
        const WideReal rate = -log(base) * exponent;
        fine = run(exp(rate), std::min(count, kFine));
        coarse = run(exp(rate * kFine), (count + kFine - 1) / kFine);
    }
};

} // namespace

static PairFrequency toFixed(Bits omega, double radians)
{
    // A fixed-point number below this has fewer than 64 significant bits, and a double is more exact.
    constexpr double kTiny = 0x1p-60;
    if (std::fabs(radians) < kTiny)
        return {0, 0, radians};
    static const Bits kDoubleTurnsPerRadian(1 / (2 * wideTurn()));
    omega *= kDoubleTurnsPerRadian;
    const Turns turns = omega.fraction();
    const Turns fixed = radians < 0 ? -turns : turns; // the same turn backwards
    return {static_cast<std::uint64_t>(fixed >> 64), static_cast<std::uint64_t>(fixed), 0};
}

std::vector<WideReal> fallingPowers(const WideReal& base, const WideReal& exponent, std::int64_t count)
{
    const Powers powers(base, exponent, count);
    std::vector<WideReal> all;
    for (const WideReal& coarse : powers.coarse) {
        for (std::size_t i = 0; i < powers.fine.size() && std::ssize(all) < count; ++i)
            all.push_back(coarse * powers.fine[i]);
    }
    return all;
}

std::vector<WideReal> wideFrequencies(const FrequencyLaw& law)
{
    return fallingPowers(law.base, WideReal(law.numerator) / law.denominator, law.pairs);
}

static Frequencies room(std::size_t count)
{
    return {std::vector<PairFrequency>(count), std::vector<double>(count)};
}

Frequencies frequenciesOf(std::span<const WideReal> omegas)
{
    constexpr std::int64_t kGrain = 1024;
    Frequencies result = room(omegas.size());
    parallelFor(0, std::ssize(omegas), kGrain, [&](Span span) {
        for (auto i = static_cast<std::size_t>(span.begin); i < static_cast<std::size_t>(span.end); ++i) {
            if (omegas[i].is_zero())
                continue;
            const Bits size(omegas[i]);
            result.radians[i] = omegas[i] < 0 ? -size.toDouble() : size.toDouble();
            result.fixed[i] = toFixed(size, result.radians[i]);
        }
    });
    return result;
}

Frequencies frequenciesOf(const FrequencyLaw& law)
{
    const Powers powers(law.base, WideReal(law.numerator) / law.denominator, law.pairs);
    const std::vector<Bits> fine(powers.fine.begin(), powers.fine.end());
    Frequencies result = room(static_cast<std::size_t>(law.pairs));
    parallelFor(0, std::ssize(powers.coarse), 4, [&](Span span) {
        for (std::int64_t i = span.begin * Powers::kFine; i < std::min(span.end * Powers::kFine, law.pairs); ++i) {
            const auto pair = static_cast<std::size_t>(i);
            Bits omega = fine[pair % Powers::kFine];
            omega *= Bits(powers.coarse[pair / Powers::kFine]);
            result.radians[pair] = omega.toDouble();
            result.fixed[pair] = toFixed(omega, result.radians[pair]);
        }
    });
    return result;
}

Frequencies frequenciesOf(std::span<const float> values, const WideReal& unit)
{
    std::vector<WideReal> omegas;
    std::ranges::transform(values, std::back_inserter(omegas), [&](float value) { return unit * value; });
    return frequenciesOf(omegas);
}

} // namespace phasor
