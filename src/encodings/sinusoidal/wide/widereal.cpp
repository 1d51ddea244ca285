// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/wide/widereal.h"

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

} // namespace

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

// Bit by bit, as at school.
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
