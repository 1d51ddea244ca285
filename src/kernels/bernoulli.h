// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace phasor {

// Keep masks from random integers: out[i] = 1 where the integer is below `threshold`, else 0. Integers only: the same
// on every instruction set. Any thread, no alignment needed.

// at::mt19937's random64: words 2i (the high half) and 2i + 1, of which the low 53 bits count. threshold in 0 … 2^53.
void keepBelow53(const std::uint32_t* words, std::size_t count, std::uint64_t threshold, float* out);

// One word each.
void keepBelow32(const std::uint32_t* words, std::size_t count, std::uint32_t threshold, float* out);

// x_0 = x in 1 … 2^31 - 2, x_{i+1} = 1132489760 x_i mod (2^31 - 1): VSL_BRNG_MCG31 (Intel, "Notes for oneMKL VS").
void keepMcg31(std::uint32_t x, std::size_t count, std::uint32_t threshold, float* out);

// x * 1132489760^steps mod (2^31 - 1): vslSkipAheadStream.
std::uint32_t skipMcg31(std::uint32_t x, std::uint64_t steps);

} // namespace phasor
