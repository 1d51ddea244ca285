// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/wide/widepowers.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace phasor {

namespace {

// e^x, or e^-x if `falling`.
template <int kLimbs>
WideFloat<kLimbs> exponential(const WideFixed<kLimbs>& x, bool falling, const WideFixed<kLimbs>& log2)
{
    int twos = 0;
    WideFixed<kLimbs> rest = x;
    const WideFixed<kLimbs> step = log2 * 64;
    for (; !(rest < step); twos += 64)
        rest = rest - step;
    for (; !(rest < log2); ++twos)
        rest = rest - log2;
    if (!falling)
        return {wideExp(rest), twos};
    return rest.isZero() ? WideFloat<kLimbs>{WideFixed<kLimbs>(1), -twos}
                         : WideFloat<kLimbs>{wideExp(log2 - rest), -twos - 1};
}

} // namespace

template <int kLimbs> WideFixed<kLimbs> wideLogOf(double x, const WideFixed<kLimbs>& log2)
{
    int exponent = 0;
    const double mantissa = 2 * std::frexp(x, &exponent); // [1, 2)
    const WideFixed<kLimbs> rest = wideLog<kLimbs>(mantissa);
    return x < 1 ? log2 * static_cast<std::uint64_t>(1 - exponent) - rest
                 : log2 * static_cast<std::uint64_t>(exponent - 1) + rest;
}

template <int kLimbs> WideFloat<kLimbs> product(const WideFloat<kLimbs>& a, const WideFloat<kLimbs>& b)
{
    WideFloat<kLimbs> result{a.mantissa * b.mantissa, a.exponent + b.exponent};
    for (; result.mantissa.integer() > 1; ++result.exponent)
        result.mantissa = result.mantissa / 2;
    return result;
}

template <int kLimbs> std::vector<WideFloat<kLimbs>> widePowers(const FrequencyLaw& law, int count)
{
    const WideFixed<kLimbs> log2 = wideLog2<kLimbs>();
    const WideFixed<kLimbs> first = wideLogOf(law.base, log2) * static_cast<std::uint64_t>(law.numerator)
        / static_cast<std::uint64_t>(law.denominator);
    std::vector<WideFloat<kLimbs>> powers;
    powers.reserve(static_cast<std::size_t>(count));
    for (int k = 0; k < count; ++k)
        powers.push_back(k == 0 ? exponential(first, law.base >= 1, log2) : product(powers.back(), powers.back()));
    return powers;
}

PairGrid::PairGrid(std::int64_t pairs)
    : fineBits((static_cast<int>(std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(pairs, 1) - 1))) + 1)
               / 2)
    , fine(std::int64_t{1} << fineBits)
    , coarse((pairs + fine - 1) / fine)
{
    coarseBits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(coarse)));
}

template WideFixed<4> wideLogOf(double, const WideFixed<4>&);
template WideFloat<4> product(const WideFloat<4>&, const WideFloat<4>&);
template WideFloat<24> product(const WideFloat<24>&, const WideFloat<24>&);
template std::vector<WideFloat<4>> widePowers<4>(const FrequencyLaw&, int);
template std::vector<WideFloat<24>> widePowers<24>(const FrequencyLaw&, int);

} // namespace phasor
