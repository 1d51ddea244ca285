// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/sinusoidal/wide/widefixed.h"

#include <bit>
#include <cstdint>

namespace phasor {

// A number >= 0 of 128 significant bits: mantissa * 2^(exponent - 127), the mantissa's top bit set but for 0. Each
// operation is truncated, with a relative error below 2^-124; the same on every compiler.
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
    int exponent() const { return m_exponent; } // of the top bit's weight
    double toDouble() const; // rounded, a unit in the last place at most off; at most DBL_MAX
    std::uint64_t floor() const; // of numbers below 2^64
    bool isInteger() const; // of numbers below 2^64

private:
    Mantissa m_mantissa = 0;
    int m_exponent = 0;
};

} // namespace phasor
