// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/widereal.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

namespace {

using Wide = WideReal::Mantissa;

constexpr std::uint64_t high(Wide value)
{
    return static_cast<std::uint64_t>(value >> 64);
}

constexpr std::uint64_t low(Wide value)
{
    return static_cast<std::uint64_t>(value);
}

// The inverse hyperbolic tangent of x = numerator / denominator < 1: the sum of x^(2k + 1) / (2k + 1).
WideFixed inverseTangent(std::uint64_t numerator, std::uint64_t denominator)
{
    WideFixed power = WideFixed(1) * numerator / denominator;
    WideFixed sum;
    for (std::uint64_t k = 0; !power.isZero(); ++k) {
        sum = sum + power / (2 * k + 1);
        power = power * numerator / denominator * numerator / denominator;
    }
    return sum;
}

} // namespace

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
    // Computes two limbs more than it keeps, so that truncation does not carry into those.
    constexpr std::size_t kKept = kLimbs + 1;
    std::array<std::uint64_t, kKept + 1> product{}; // product[i + 1] has the weight 2^(-64 i)
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

WideFixed wideLog(double x)
{
    // x = m 2^e, 1 <= m < 2, and ln m = ln((1 + t) / (1 - t)) with t = (m - 1) / (m + 1).
    int exponent = 0;
    const double m = 2 * std::frexp(x, &exponent);
    constexpr std::uint64_t kOne = std::uint64_t{1} << 52;
    const auto mantissa = static_cast<std::uint64_t>(std::ldexp(m, 52));
    const WideFixed rest = inverseTangent(mantissa - kOne, mantissa + kOne) * 2;
    return x < 1 ? kWideLog2 * static_cast<std::uint64_t>(1 - exponent) - rest
                 : kWideLog2 * static_cast<std::uint64_t>(exponent - 1) + rest;
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

WideReal::WideReal(double x)
{
    int exponent = 0;
    const double fraction = std::frexp(x, &exponent); // in [1/2, 1)
    *this = WideReal(Mantissa{static_cast<std::uint64_t>(std::ldexp(fraction, 53))} << 75, exponent - 1);
}

WideReal WideReal::fromFixed(const WideFixed& x)
{
    constexpr int kBits = 64;
    if (x.integer() != 0)
        return WideReal((Mantissa{x.integer()} << kBits) | x.fractionBits(0), kBits - 1)
            + WideReal(Mantissa{x.fractionBits(kBits)} << kBits, -kBits - 1);
    return {(Mantissa{x.fractionBits(0)} << kBits) | x.fractionBits(kBits), -1};
}

WideReal WideReal::operator+(const WideReal& other) const
{
    const bool ordered = !isZero() && (other.isZero() || m_exponent >= other.m_exponent);
    const WideReal& a = ordered ? *this : other;
    const WideReal& b = ordered ? other : *this;
    const int shift = a.m_exponent - b.m_exponent;
    if (b.isZero() || shift > 127)
        return a;
    const Mantissa sum = a.m_mantissa + (b.m_mantissa >> shift);
    if (sum >= a.m_mantissa)
        return {sum, a.m_exponent};
    return {(sum >> 1) | (Mantissa{1} << 127), a.m_exponent + 1};
}

WideReal WideReal::operator-(const WideReal& other) const
{
    const int shift = m_exponent - other.m_exponent;
    if (other.isZero() || shift > 127)
        return *this;
    return {m_mantissa - (other.m_mantissa >> shift), m_exponent};
}

WideReal WideReal::operator*(const WideReal& other) const
{
    const Mantissa a = m_mantissa;
    const Mantissa b = other.m_mantissa;
    if (a == 0 || b == 0)
        return {};
    const Mantissa cross = Mantissa{high(a)} * low(b);
    const Mantissa back = Mantissa{low(a)} * high(b);
    const Mantissa middle = (Mantissa{low(a)} * low(b) >> 64) + low(cross) + low(back);
    const Mantissa top = Mantissa{high(a)} * high(b) + high(cross) + high(back) + high(middle);
    WideReal product;
    product.m_mantissa = top >> 127 ? top : (top << 1) | (low(middle) >> 63);
    product.m_exponent = m_exponent + other.m_exponent + (top >> 127 ? 1 : 0);
    return product;
}

// Long division, bit by bit.
WideReal WideReal::operator/(const WideReal& other) const
{
    if (isZero())
        return {};
    Mantissa rest = m_mantissa;
    const Mantissa by = other.m_mantissa;
    const bool atLeastOne = rest >= by;
    const int exponent = m_exponent - other.m_exponent - (atLeastOne ? 0 : 1);
    Mantissa quotient = atLeastOne ? 1 : 0;
    rest -= atLeastOne ? by : 0;
    for (int bit = atLeastOne ? 1 : 0; bit < 128; ++bit) {
        const bool carry = rest >> 127 != 0;
        rest <<= 1;
        const bool fits = carry || rest >= by;
        rest -= fits ? by : 0;
        quotient = (quotient << 1) | (fits ? 1 : 0);
    }
    return {quotient, exponent};
}

bool WideReal::operator<(const WideReal& other) const
{
    if (isZero() || other.isZero())
        return isZero() && !other.isZero();
    return m_exponent != other.m_exponent ? m_exponent < other.m_exponent : m_mantissa < other.m_mantissa;
}

double WideReal::toDouble() const
{
    const auto rounded = static_cast<std::uint64_t>((m_mantissa >> 75) + ((m_mantissa >> 74) & 1));
    return std::min(std::ldexp(static_cast<double>(rounded), m_exponent - 52), std::numeric_limits<double>::max());
}

std::uint64_t WideReal::floor() const
{
    return isZero() || m_exponent < 0 ? 0 : static_cast<std::uint64_t>(m_mantissa >> (127 - m_exponent));
}

bool WideReal::isInteger() const
{
    return isZero() || (m_exponent >= 0 && m_mantissa << (m_exponent + 1) == 0);
}

} // namespace phasor
