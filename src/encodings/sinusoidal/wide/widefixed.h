// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
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

    // 64 bits of the fraction from bit `first` on, 0 … 128: bit 0 is the one that weighs 1/2.
    std::uint64_t fractionBits(int first) const;

private:
    std::array<std::uint64_t, kLimbs> m_limbs; // m_limbs[i] weighs 2^(-64 i)
};

inline constexpr WideFixed kWideLog2{0, {0xb17217f7d1cf79ab, 0xc9e3b39803f2f6af, 0x40f343267298b62d}}; // ln 2

// To all digits.
WideFixed wideLog(double x); // |ln x|, x > 0 and finite
WideFixed wideExp(const WideFixed& x); // e^x, 0 <= x < 1

} // namespace phasor
