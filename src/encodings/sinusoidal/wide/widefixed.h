// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

namespace phasor {

// An unsigned number of 64 integer and 64 (kLimbs - 1) fraction bits. Plain school arithmetic, truncated; an operation
// is off by a few units of the last bit. No operation may overflow or go below 0.
//
// 4 limbs (192 fraction bits) give frequencies that are exact to 128 bits, on every compiler: long double and
// __float128 differ from one machine to the next. 24 limbs (1472 bits) know the fraction of 2^1074 turns to 2^-256,
// which a base far below 1 needs (widefrequencies.h).
template <int kLimbs> class WideFixed
{
public:
    WideFixed() = default;
    explicit WideFixed(std::uint64_t integer) { m_limbs[0] = integer; }
    static WideFixed fromFraction(double x); // 0 <= x < 2

    WideFixed operator+(const WideFixed& other) const;
    WideFixed operator-(const WideFixed& other) const;
    WideFixed operator*(const WideFixed& other) const;
    WideFixed operator*(std::uint64_t factor) const;
    WideFixed operator/(std::uint64_t divisor) const; // 1 … 2^63

    bool operator<(const WideFixed& other) const { return m_limbs < other.m_limbs; }
    bool isZero() const { return m_limbs == std::array<std::uint64_t, std::size_t{kLimbs}>{}; }
    std::uint64_t integer() const { return m_limbs[0]; }

    // 64 bits of the fraction from bit `first` on: 0 is the one that weighs 1/2. first <= 64 (kLimbs - 2).
    std::uint64_t fractionBits(int first) const;

private:
    std::array<std::uint64_t, std::size_t{kLimbs}> m_limbs{}; // m_limbs[i] weighs 2^(-64 i)
};

extern template class WideFixed<4>;
extern template class WideFixed<24>;

// To all digits.
template <int kLimbs> WideFixed<kLimbs> wideLog2(); // ln 2
template <int kLimbs> WideFixed<kLimbs> wideInversePi(); // 1 / pi
template <int kLimbs> WideFixed<kLimbs> wideLog(double x); // ln x, 1 <= x < 2
template <int kLimbs> WideFixed<kLimbs> wideExp(const WideFixed<kLimbs>& x); // e^x, 0 <= x < 1

} // namespace phasor
