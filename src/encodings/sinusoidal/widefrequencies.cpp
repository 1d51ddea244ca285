// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/widefrequencies.h"

#include "encodings/sinusoidal/widefixed.h"

#include <cmath>

namespace phasor {

namespace {

constexpr double kFast = 0x1p20; // rad per position

// mantissa * 2^exponent
struct WideFloat
{
    WideFixed mantissa{1};
    int exponent = 0;
};

WideFloat product(const WideFloat& a, const WideFloat& b)
{
    WideFloat result{a.mantissa * b.mantissa, a.exponent + b.exponent};
    for (; result.mantissa.integer() > 1; ++result.exponent)
        result.mantissa = result.mantissa / 2;
    return result;
}

// -ln base, base < 1.
WideFixed negativeLog(double base, const WideFixed& log2)
{
    int exponent = 0;
    const double mantissa = 2 * std::frexp(base, &exponent); // [1, 2)
    return log2 * static_cast<std::uint64_t>(1 - exponent) - wideLog(mantissa);
}

WideFloat exponential(const WideFixed& x, const WideFixed& log2)
{
    std::uint64_t twos = 0;
    WideFixed rest = x;
    const WideFixed step = log2 * 64;
    for (; !(rest < step); twos += 64)
        rest = rest - step;
    for (; !(rest < log2); ++twos)
        rest = rest - log2;
    return {wideExp(rest), static_cast<int>(twos)};
}

// powers[j] = base^(-numerator j stride / denominator)
std::vector<WideFloat> powers(const FrequencyLaw& law, const WideFixed& log2, std::int64_t stride, std::int64_t count)
{
    std::vector<WideFloat> result(static_cast<std::size_t>(count));
    const WideFixed logarithm = negativeLog(law.base, log2);
    for (std::int64_t bit = 1; bit < count; bit *= 2) {
        const WideFloat factor = exponential(logarithm * static_cast<std::uint64_t>(law.numerator * stride * bit)
                                                 / static_cast<std::uint64_t>(law.denominator),
                                             log2);
        for (std::int64_t j = bit; j < std::min(count, 2 * bit); ++j)
            result[static_cast<std::size_t>(j)] = product(result[static_cast<std::size_t>(j - bit)], factor);
    }
    return result;
}

} // namespace

void refineFast(const FrequencyLaw& law, Frequencies& frequencies)
{
    if (law.pairs == 0 || frequencies.radians.back() < kFast) // they rise where any is above 1
        return;
    const WideFixed log2 = wideLog2();
    const auto fineCount = static_cast<std::int64_t>(std::ceil(std::sqrt(static_cast<double>(law.pairs))));
    const auto fine = powers(law, log2, 1, fineCount);
    auto coarse = powers(law, log2, fineCount, (law.pairs + fineCount - 1) / fineCount);
    const WideFixed turnsPerHalfRadian = wideInversePi() / 4;
    for (WideFloat& power : coarse)
        power.mantissa = power.mantissa * turnsPerHalfRadian;
    for (std::int64_t i = 0; i < law.pairs; ++i) {
        if (frequencies.radians[static_cast<std::size_t>(i)] < kFast)
            continue;
        const WideFloat& a = coarse[static_cast<std::size_t>(i / fineCount)];
        const WideFloat& b = fine[static_cast<std::size_t>(i % fineCount)];
        const WideFixed turns = a.mantissa * b.mantissa;
        const int exponent = a.exponent + b.exponent;
        frequencies.fixed[static_cast<std::size_t>(i)]
            = {turns.fractionBits(exponent), turns.fractionBits(exponent + 64), 0};
    }
}

} // namespace phasor
