// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
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

// Means of sinusoids over blocks of positions, in closed form. A heatmap that is zoomed out needs them: its table rows
// (positions) are lower than one pixel, so a row of pixels shows the mean of a block of them. With 2.5 positions a
// pixel:
//
//     positions   0   1   2   3   4   5   6   7   8   9   10
//     pixels      |    a    |    b    |    c    |    d    |
//     blocks      |   2   | 1 |   2   |   2   | 1 |   2   |     position 2 is in a and in b
//
// Over the n positions [a, b), for a pair of frequency omega,
//
//     mean of sin(omega p + phi) = A_n sin(omega s / 2 + phi),   s = a + b - 1,
//     A_n = sin(n omega / 2) / (n sin(omega / 2)),   1 where omega is a multiple of 2 pi and s is even.
//
// So the mean over a block costs one sine for each pair, however many positions the block has. (a + b - 1)/2 is the
// middle of the block; s counts in half positions to stay a whole number.

// One term of a column of blocks: weight * A_n sin(omega s / 2 + 2 pi shift / 2^32).
struct SinusoidTerm
{
    std::int64_t pair = 0;
    std::uint32_t shift = 0; // turns * 2^32: 0 for the sine, 2^30 for the cosine, 2^29 (weight sqrt 2) for their sum
    float weight = 0;
};

// out[t] = weight * A_size of term t; size >= 1. Within 1e-7 of the exact one (for a weight of 1).
void sinusoidAmplitudes(const PairFrequency* frequencies, const SinusoidTerm* terms, std::int64_t count,
                        std::uint64_t size, float* out);

// Rows of blocks that are computed together. All blocks of a row have the same positions; kLanes rows make a vector:
//
//               lane 0   lane 1   lane 2   …              s of a row (twice the middle of its block)
//     vector 0:  row 0    row 1    row 2                  = origin of its vector + lane[its lane] + its jitter,
//     vector 1:  row 16   row 17   …                      jitter 0, 1 or 2
//
// The jitter is rounding: pixels are evenly spaced, but their blocks begin and end at whole positions. By the addition
// theorem a term then needs one sine and cosine per vector and kJitters per lane instead of one per row; products of
// these are the sines of all rows. All blocks have one of two sizes (2 and 1 above).
struct SinusoidMeanRows
{
    static constexpr int kLanes = 16;
    static constexpr int kJitters = 3;
    static constexpr std::size_t kVectors = 64; // vectors at most
    static constexpr std::uint64_t kFarthest = 0xffffffff; // largest lane[] and distance of origins, half positions

    struct Vector
    {
        std::uint64_t origin = 0;
        std::array<std::uint8_t, kLanes> jitter{}; // < kJitters
        std::array<float*, kLanes> out{}; // memory of the rows; null: no row in this lane
    };

    std::array<std::uint64_t, kLanes> lane{};
    bool second[kJitters][kLanes] = {}; // by jitter: do the lane's blocks have the second size?
    std::vector<Vector> vectors; // fastest if vectors with the same jitters are next to each other
};

// Columns of blocks: column j is the sum of the terms [begin[j], begin[j + 1]).
struct SinusoidMeanColumns
{
    const PairFrequency* frequencies;
    const SinusoidTerm* terms;
    const float* first; // amplitudes of the terms in rows with the first block size …
    const float* second; // … and with the second
    const std::int64_t* begin;
    std::int64_t count;
    std::int64_t place; // of column 0 in a row's memory
};

// For each row: out[place + j] = column j. Error at most 4e-7 for weights that sum to 1. Same bits with any instruction
// set; any alignment.
void sinusoidMeans(const SinusoidMeanColumns& columns, const SinusoidMeanRows& rows);

} // namespace phasor
