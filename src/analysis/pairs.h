// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace phasor {

// Vaswani et al. 2017, §3.5: pair i has the wavelength 2π / ω_i positions.
struct PairCounts
{
    std::int64_t pairs = 0;
    std::int64_t dead = 0; // no full period within max_len: ω · max_len < 2π
    std::int64_t frozen = 0; // move less than 0.1 rad over max_len
};
PairCounts countPairs(std::span<const double> frequencies, std::int64_t maxLen);

// c(k) = mean of cos(k ω_i) over the pairs, k = 0 … count - 1: the scalar product of two encodings k positions apart,
// divided by their squared length (even d_model). c(0) = 1.
std::vector<double> similarityKernel(std::span<const double> frequencies, std::int64_t count);

// The smallest k >= 2 with c(k) > c(k - 1): up to there the similarity falls with distance. Searched up to `limit`.
std::optional<std::int64_t> firstRise(std::span<const double> frequencies, std::int64_t limit);

} // namespace phasor
