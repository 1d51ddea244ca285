// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/sinusoid/sinusoid.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

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

// Rows of blocks of at most two sizes, a vector of kLanes of them at a time. s of the row in lane l of a vector is
//
//     vector's origin + lane[l] + the row's jitter,
//
// so that one sine and one cosine a vector and kJitters a lane are all that a term needs, whatever the rows are: their
// products are the sines of all rows. Rows of a picture that share its cells evenly are like that.
struct SinusoidMeanRows
{
    static constexpr int kLanes = 16;
    static constexpr int kJitters = 3;
    static constexpr std::size_t kVectors = 64; // at most
    static constexpr std::uint64_t kFarthest = 0xffffffff; // half positions: a lane, and one origin from another

    struct Vector
    {
        std::uint64_t origin = 0;
        std::array<std::uint8_t, kLanes> jitter{}; // < kJitters
        std::array<float*, kLanes> out{}; // where the rows go; null: no row in this lane
    };

    std::array<std::uint64_t, kLanes> lane{};
    bool second[kJitters][kLanes] = {}; // which of the two sizes a lane's blocks have, by jitter
    std::vector<Vector> vectors; // cheapest where those of the same jitters are neighbours
};

// The out of each row [firstColumn + j] = sum of the terms [begin[j], begin[j + 1]), with the amplitudes of the row's
// size. Within 4e-7 of the exact sum for weights that sum to 1. The same bits for any instruction set; rows of any
// alignment.
void sinusoidMeans(const PairFrequency* frequencies, const SinusoidTerm* terms, const float* firstAmplitudes,
                   const float* secondAmplitudes, const std::int64_t* begin, std::int64_t columns,
                   std::int64_t firstColumn, const SinusoidMeanRows& rows);

} // namespace phasor
