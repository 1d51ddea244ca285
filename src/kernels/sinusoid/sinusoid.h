// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace phasor {

// Frequency of one pair of columns, in fixed point: the wrap-around of integers is the exact reduction of an angle.
struct PairFrequency
{
    // omega / (4 pi) mod 1, times 2^128: turns per HALF position, so that the middle of any block of rows is exact too.
    std::uint64_t high = 0;
    std::uint64_t low = 0;
    // omega, rad per position, if too small for fixed point (then high = low = 0; at most 2^-60); else 0.
    double tiny = 0;
};

// Order of the columns. They hold sin(p omega) and cos(p omega) of every pair, times the amplitude.
struct SinusoidOrder
{
    std::int64_t columns = 0;
    std::int64_t sines = 0; // this many sines, then the cosines; 0: sin 0, cos 0, sin 1, cos 1 …
    bool cosineFirst = false; // swaps sines and cosines in the meaning of `sines`
    double amplitude = 1; // > 0, finite
};

// Rows of consecutive positions, consecutive columns.
struct SinusoidWindow
{
    std::uint64_t position = 0; // position of the first row; position + rows <= 2^41
    std::int64_t rows = 0; // >= 0
    std::int64_t column = 0; // first column, inside the table
    std::int64_t columns = 0; // >= 0
};

// sin(p omega) and cos(p omega) as float32: within 2^-25 + 1e-14 of the exact value, and the correctly rounded value
// but where a rounding boundary is that close (1 in 10^6). At position 0 the sine is +0 and the cosine 1; never
// beyond 1. With an amplitude all of this is true of the products, relative to the amplitude; but the sine at position
// 0 may then be as far from 0 as 1e-16.
//
// The bits of a value depend on its position and frequency alone: not on the window, the alignment, the thread or the
// instruction set. An angle is exact near every kBlock-th position counted from 0 (128-bit product, reduced by
// wrapping); the positions between turn by complex multiplication in double, rounded after each operation, in one
// fixed order.
//
// Immutable and thread-safe. Strides are in floats; destinations of any alignment.
class SinusoidColumns
{
public:
    static constexpr std::int64_t kBlock = 256; // windows that begin at its multiples are the fastest
    static constexpr std::int64_t kHalfBlock = kBlock / 2; // nearly as fast
    static constexpr std::int64_t kGroup = 8;

    // Throws std::bad_alloc.
    SinusoidColumns(std::vector<PairFrequency> frequencies, SinusoidOrder order);
    ~SinusoidColumns();

    std::int64_t count() const { return m_order.columns; }
    std::span<const PairFrequency> frequencies() const { return m_frequencies; }

    // out[r * stride + k] = the window's column k. `stream` bypasses the caches and ends with a store fence. The first
    // window on a column also prepares it.
    void write(const SinusoidWindow& window, float* out, std::int64_t stride, bool stream = false) const;

private:
    class Rotors;

    std::vector<PairFrequency> m_frequencies;
    SinusoidOrder m_order;
    std::unique_ptr<Rotors> m_rotors;
};

} // namespace phasor
