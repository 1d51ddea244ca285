// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

namespace phasor {

// An unsigned number of 64 integer and 1472 fraction bits: enough to know the fraction of 2^1074 turns to 2^-256.
// Plain school arithmetic, truncated; an operation is off by a few units of 2^-1472. No operation may overflow or go
// below 0.
class WideFixed
{
public:
    static constexpr int kLimbs = 24;

    WideFixed() = default;
    explicit WideFixed(std::uint64_t integer) { m_limbs[0] = integer; }
    static WideFixed fromFraction(double x); // 0 <= x < 2

    WideFixed operator+(const WideFixed& other) const;
    WideFixed operator-(const WideFixed& other) const;
    WideFixed operator*(const WideFixed& other) const;
    WideFixed operator*(std::uint64_t factor) const;
    WideFixed operator/(std::uint64_t divisor) const; // 1 … 2^63

    bool operator<(const WideFixed& other) const { return m_limbs < other.m_limbs; }
    bool isZero() const { return m_limbs == std::array<std::uint64_t, kLimbs>{}; }
    std::uint64_t integer() const { return m_limbs[0]; }

    // 64 bits of the fraction from bit `first` on: 0 is the one that weighs 1/2. first <= 1400.
    std::uint64_t fractionBits(int first) const;

private:
    std::array<std::uint64_t, kLimbs> m_limbs{}; // m_limbs[i] weighs 2^(-64 i)
};

// To all digits.
WideFixed wideLog2(); // ln 2
WideFixed wideInversePi(); // 1 / pi
WideFixed wideLog(double x); // ln x, 1 <= x < 2
WideFixed wideExp(const WideFixed& x); // e^x, 0 <= x < 1

} // namespace phasor
