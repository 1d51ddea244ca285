// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/sinusoid/sinusoid.h"

#include <array>
#include <cstddef>

namespace phasor {

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
