// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/sinusoid.h"

#include <cstdint>

namespace phasor {

// Means of sinusoids over blocks, in closed form. Over the n positions [a, b) of a pair of frequency omega
//
//     mean of sin(omega p + phi) = A_n sin(omega s / 2 + phi),   s = a + b - 1,
//     A_n = sin(n omega / 2) / (n sin(omega / 2)),   1 where omega is a multiple of 2 pi and s is even.
//
// A block's mean is then the sum of one term for each pair, whatever n is.

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

// Up to kSinusoidMeanRows rows of blocks, of at most two sizes, and nearly as far from each other: s of row r is
// origin + r * step + jitter[r] (modulo 2^64). The jitter of blocks that share pixels evenly is 0, 1 or 2.
constexpr int kSinusoidMeanRows = 32;
constexpr std::int64_t kSinusoidMeanJitter = 64; // its greatest absolute value
struct SinusoidMeanRows
{
    int count = 0;
    std::uint64_t origin = 0;
    std::uint64_t step = 0;
    std::int32_t jitter[kSinusoidMeanRows] = {};
    bool second[kSinusoidMeanRows] = {}; // which of the two sizes
    float* out[kSinusoidMeanRows] = {}; // where the row goes
};

// rows.out[r][j] = sum of the terms [begin[j], begin[j + 1]), in that order, with the amplitudes of the row's
// size. Within 3e-7 of the exact sum for weights that sum to 1. The same bits for any instruction set; rows.out of any
// alignment.
void sinusoidMeans(const PairFrequency* frequencies, const SinusoidTerm* terms, const float* firstAmplitudes,
                   const float* secondAmplitudes, const std::int64_t* begin, std::int64_t columns,
                   const SinusoidMeanRows& rows);

} // namespace phasor
