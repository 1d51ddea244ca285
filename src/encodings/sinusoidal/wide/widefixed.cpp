// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/wide/widefixed.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

__extension__ using Wide = unsigned __int128;

// Sum of x^(2k + 1) / (2k + 1), x = numerator / denominator, with the given sign from term to term:
// the inverse hyperbolic tangent or the arc tangent.
template <int kLimbs>
WideFixed<kLimbs> inverseTangent(std::uint64_t numerator, std::uint64_t denominator, bool alternating)
{
    WideFixed<kLimbs> power = WideFixed<kLimbs>(1) * numerator / denominator;
    WideFixed<kLimbs> sum;
    WideFixed<kLimbs> subtracted;
    for (std::uint64_t k = 0; !power.isZero(); ++k) {
        WideFixed<kLimbs>& part = alternating && k % 2 == 1 ? subtracted : sum;
        part = part + power / (2 * k + 1);
        power = power * numerator / denominator * numerator / denominator;
    }
    return sum - subtracted;
}

} // namespace

template <int kLimbs> WideFixed<kLimbs> WideFixed<kLimbs>::fromFraction(double x)
{
    WideFixed result(static_cast<std::uint64_t>(x));
    result.m_limbs[1] = static_cast<std::uint64_t>(std::ldexp(x - std::floor(x), 64));
    return result;
}

template <int kLimbs> WideFixed<kLimbs> WideFixed<kLimbs>::operator+(const WideFixed& other) const
{
    WideFixed result;
    Wide carry = 0;
    for (std::size_t i = kLimbs; i-- > 0;) {
        carry += Wide{m_limbs[i]} + other.m_limbs[i];
        result.m_limbs[i] = static_cast<std::uint64_t>(carry);
        carry >>= 64;
    }
    return result;
}

template <int kLimbs> WideFixed<kLimbs> WideFixed<kLimbs>::operator-(const WideFixed& other) const
{
    WideFixed result;
    std::uint64_t borrow = 0;
    for (std::size_t i = kLimbs; i-- > 0;) {
        const Wide difference = Wide{m_limbs[i]} - other.m_limbs[i] - borrow;
        result.m_limbs[i] = static_cast<std::uint64_t>(difference);
        borrow = static_cast<std::uint64_t>(difference >> 64) & 1;
    }
    return result;
}

template <int kLimbs> WideFixed<kLimbs> WideFixed<kLimbs>::operator*(const WideFixed& other) const
{
    // Two limbs more than are kept, so that what is cut off does not carry.
    constexpr std::size_t kKept = kLimbs + 1;
    std::array<std::uint64_t, kKept + 1> product{}; // product[i + 1] weighs 2^(-64 i)
    for (std::size_t i = kLimbs; i-- > 0;) {
        if (m_limbs[i] == 0)
            continue;
        Wide carry = 0;
        for (std::size_t j = std::min<std::size_t>(kLimbs, kKept - i); j-- > 0;) {
            carry += Wide{m_limbs[i]} * other.m_limbs[j] + product[i + j + 1];
            product[i + j + 1] = static_cast<std::uint64_t>(carry);
            carry >>= 64;
        }
        product[i] += static_cast<std::uint64_t>(carry);
    }
    WideFixed result;
    std::copy_n(product.begin() + 1, kLimbs, result.m_limbs.begin());
    return result;
}

template <int kLimbs> WideFixed<kLimbs> WideFixed<kLimbs>::operator*(std::uint64_t factor) const
{
    WideFixed result;
    Wide carry = 0;
    for (std::size_t i = kLimbs; i-- > 0;) {
        carry += Wide{m_limbs[i]} * factor;
        result.m_limbs[i] = static_cast<std::uint64_t>(carry);
        carry >>= 64;
    }
    return result;
}

template <int kLimbs> WideFixed<kLimbs> WideFixed<kLimbs>::operator/(std::uint64_t divisor) const
{
    WideFixed result;
    Wide rest = 0;
    for (std::size_t i = 0; i < kLimbs; ++i) {
        rest = (rest << 64) | m_limbs[i];
        result.m_limbs[i] = static_cast<std::uint64_t>(rest / divisor);
        rest %= divisor;
    }
    return result;
}

template <int kLimbs> std::uint64_t WideFixed<kLimbs>::fractionBits(int first) const
{
    const auto limb = static_cast<std::size_t>(first / 64 + 1);
    const int shift = first % 64;
    const std::uint64_t upper = m_limbs[limb] << shift;
    return shift == 0 ? upper : upper | (m_limbs[limb + 1] >> (64 - shift));
}

template <int kLimbs> WideFixed<kLimbs> wideLog2()
{
    return inverseTangent<kLimbs>(1, 3, false) * 2; // ln((1 + 1/3) / (1 - 1/3))
}

template <int kLimbs> WideFixed<kLimbs> wideInversePi()
{
    // Machin: pi / 4 = 4 arctan(1/5) - arctan(1/239), then Newton's y (2 - x y), which doubles the digits of y.
    const WideFixed<kLimbs> quarterPi = inverseTangent<kLimbs>(1, 5, true) * 4 - inverseTangent<kLimbs>(1, 239, true);
    WideFixed<kLimbs> inverse = WideFixed<kLimbs>::fromFraction(1.2732395447351628);
    for (int i = 0; i < 6; ++i)
        inverse = inverse * (WideFixed<kLimbs>(2) - quarterPi * inverse);
    return inverse / 4;
}

template <int kLimbs> WideFixed<kLimbs> wideLog(double x)
{
    const auto mantissa = static_cast<std::uint64_t>(std::ldexp(x, 52));
    constexpr std::uint64_t kOne = std::uint64_t{1} << 52;
    return inverseTangent<kLimbs>(mantissa - kOne, mantissa + kOne, false)
        * 2; // ln((1 + t) / (1 - t)), t = (x - 1) / (x + 1)
}

template <int kLimbs> WideFixed<kLimbs> wideExp(const WideFixed<kLimbs>& x)
{
    constexpr int kHalvings = 16; // e^x = (e^(x / 2^16))^(2^16): fewer terms
    const WideFixed<kLimbs> small = x / (std::uint64_t{1} << kHalvings);
    WideFixed<kLimbs> sum(1);
    WideFixed<kLimbs> term(1);
    for (std::uint64_t k = 1; !term.isZero(); ++k) {
        term = term * small / k;
        sum = sum + term;
    }
    for (int i = 0; i < kHalvings; ++i)
        sum = sum * sum;
    return sum;
}

template class WideFixed<4>;
template class WideFixed<24>;
template WideFixed<4> wideLog2<4>();
template WideFixed<24> wideLog2<24>();
template WideFixed<4> wideInversePi<4>();
template WideFixed<24> wideInversePi<24>();
template WideFixed<4> wideLog<4>(double);
template WideFixed<24> wideLog<24>(double);
template WideFixed<4> wideExp<4>(const WideFixed<4>&);
template WideFixed<24> wideExp<24>(const WideFixed<24>&);

} // namespace phasor
