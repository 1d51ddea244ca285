// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/widefixed.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

__extension__ using Wide = unsigned __int128;

// Sum of x^(2k + 1) / (2k + 1), x = numerator / denominator, with the given sign from term to term:
// the inverse hyperbolic tangent or the arc tangent.
WideFixed inverseTangent(std::uint64_t numerator, std::uint64_t denominator, bool alternating)
{
    WideFixed power = WideFixed(1) * numerator / denominator;
    WideFixed sum;
    WideFixed subtracted;
    for (std::uint64_t k = 0; !power.isZero(); ++k) {
        WideFixed& part = alternating && k % 2 == 1 ? subtracted : sum;
        part = part + power / (2 * k + 1);
        power = power * numerator / denominator * numerator / denominator;
    }
    return sum - subtracted;
}

} // namespace

WideFixed WideFixed::fromFraction(double x)
{
    WideFixed result(static_cast<std::uint64_t>(x));
    result.m_limbs[1] = static_cast<std::uint64_t>(std::ldexp(x - std::floor(x), 64));
    return result;
}

WideFixed WideFixed::operator+(const WideFixed& other) const
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

WideFixed WideFixed::operator-(const WideFixed& other) const
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

WideFixed WideFixed::operator*(const WideFixed& other) const
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

WideFixed WideFixed::operator*(std::uint64_t factor) const
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

WideFixed WideFixed::operator/(std::uint64_t divisor) const
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

std::uint64_t WideFixed::fractionBits(int first) const
{
    const auto limb = static_cast<std::size_t>(first / 64 + 1);
    const int shift = first % 64;
    const std::uint64_t upper = m_limbs[limb] << shift;
    return shift == 0 ? upper : upper | (m_limbs[limb + 1] >> (64 - shift));
}

WideFixed wideLog2()
{
    return inverseTangent(1, 3, false) * 2; // ln((1 + 1/3) / (1 - 1/3))
}

WideFixed wideInversePi()
{
    // Machin: pi / 4 = 4 arctan(1/5) - arctan(1/239), then Newton's y (2 - x y), which doubles the digits of y.
    const WideFixed quarterPi = inverseTangent(1, 5, true) * 4 - inverseTangent(1, 239, true);
    WideFixed inverse = WideFixed::fromFraction(1.2732395447351628);
    for (int i = 0; i < 6; ++i)
        inverse = inverse * (WideFixed(2) - quarterPi * inverse);
    return inverse / 4;
}

WideFixed wideLog(double x)
{
    const auto mantissa = static_cast<std::uint64_t>(std::ldexp(x, 52));
    constexpr std::uint64_t kOne = std::uint64_t{1} << 52;
    return inverseTangent(mantissa - kOne, mantissa + kOne, false) * 2; // ln((1 + t) / (1 - t)), t = (x - 1) / (x + 1)
}

WideFixed wideExp(const WideFixed& x)
{
    constexpr int kHalvings = 16; // e^x = (e^(x / 2^16))^(2^16): fewer terms
    const WideFixed small = x / (std::uint64_t{1} << kHalvings);
    WideFixed sum(1);
    WideFixed term(1);
    for (std::uint64_t k = 1; !term.isZero(); ++k) {
        term = term * small / k;
        sum = sum + term;
    }
    for (int i = 0; i < kHalvings; ++i)
        sum = sum * sum;
    return sum;
}

} // namespace phasor
