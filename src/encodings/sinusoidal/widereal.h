// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace phasor {

// An unsigned number of 64 integer and 192 fraction bits. Plain school arithmetic, truncated; an operation is off by a
// few units of the last bit. No operation may overflow or go below 0.
//
// It gives frequencies that are exact to 128 bits, on every compiler: long double and __float128 differ from one
// machine to the next.
class WideFixed
{
public:
    static constexpr std::size_t kLimbs = 4;

    constexpr explicit WideFixed(std::uint64_t integer = 0, const std::array<std::uint64_t, kLimbs - 1>& fraction = {})
        : m_limbs{integer, fraction[0], fraction[1], fraction[2]}
    {
    }

    WideFixed operator+(const WideFixed& other) const;
    WideFixed operator-(const WideFixed& other) const;
    WideFixed operator*(const WideFixed& other) const;
    WideFixed operator*(std::uint64_t factor) const;
    WideFixed operator/(std::uint64_t divisor) const; // 1 … 2^63

    bool operator<(const WideFixed& other) const { return m_limbs < other.m_limbs; }
    bool isZero() const { return m_limbs == std::array<std::uint64_t, kLimbs>{}; }
    std::uint64_t integer() const { return m_limbs[0]; }

    // 64 bits of the fraction from bit `first` on, 0 … 128. Bit 0 has the weight 1/2.
    std::uint64_t fractionBits(int first) const;

private:
    std::array<std::uint64_t, kLimbs> m_limbs; // m_limbs[i] has the weight 2^(-64 i)
};

inline constexpr WideFixed kWideLog2{0, {0xb17217f7d1cf79ab, 0xc9e3b39803f2f6af, 0x40f343267298b62d}}; // ln 2

// To all digits.
WideFixed wideLog(double x); // |ln x|, x > 0 and finite
WideFixed wideExp(const WideFixed& x); // e^x, 0 <= x < 1

// A number >= 0 with 128 significant bits: mantissa * 2^(exponent - 127). The mantissa's top bit is set, except for 0.
// Operations truncate, with a relative error below 2^-124; the same with every compiler.
class WideReal
{
public:
    __extension__ using Mantissa = unsigned __int128;

    WideReal() = default; // 0
    explicit WideReal(double x); // exact; finite, >= 0
    // mantissa * 2^(exponent - 127), of any mantissa
    constexpr WideReal(Mantissa mantissa, int exponent)
    {
        if (mantissa == 0)
            return;
        const auto high = static_cast<std::uint64_t>(mantissa >> 64);
        const int shift
            = high != 0 ? std::countl_zero(high) : 64 + std::countl_zero(static_cast<std::uint64_t>(mantissa));
        m_mantissa = mantissa << shift;
        m_exponent = exponent - shift;
    }
    static WideReal fromFixed(const WideFixed& x);

    WideReal operator+(const WideReal& other) const;
    WideReal operator-(const WideReal& other) const; // other <= *this
    WideReal operator*(const WideReal& other) const;
    WideReal operator/(const WideReal& other) const; // other > 0

    bool operator<(const WideReal& other) const;
    bool isZero() const { return m_mantissa == 0; }

    Mantissa mantissa() const { return m_mantissa; }
    int exponent() const { return m_exponent; } // exponent of the top bit
    double toDouble() const; // rounded, error at most a unit in the last place; at most DBL_MAX
    std::uint64_t floor() const; // for numbers below 2^64
    bool isInteger() const; // for numbers below 2^64

private:
    Mantissa m_mantissa = 0;
    int m_exponent = 0;
};

} // namespace phasor
