// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace phasor {

// MT19937 (Matsumoto and Nishimura 1998), recurrence and tempering separate, so that skipping needs no tempering.
// Integers only: the same with every instruction set. Any thread, any alignment.

inline constexpr std::size_t kMersenneBlock = 624; // words of one state

// words[0, 624) is a state; writes the `blocks` states that follow it to words[624, 624 * (blocks + 1)).
void mersenneAdvance(std::uint32_t* words, std::size_t blocks);

// out[i] = the random number of state word raw[i]; out may be raw.
void mersenneTemper(const std::uint32_t* raw, std::size_t count, std::uint32_t* out);

// Dropout masks from random integers: out[i] = 1 if the integer is below `threshold`, else 0. Integers only: the same
// with every instruction set. Any thread, any alignment.

// at::mt19937's random64: words 2i (the high half) and 2i + 1; only the low 53 bits are used. threshold in 0 … 2^53.
void keepBelow53(const std::uint32_t* words, std::size_t count, std::uint64_t threshold, float* out);

// One word each.
void keepBelow32(const std::uint32_t* words, std::size_t count, std::uint32_t threshold, float* out);

// x_0 = x in 1 … 2^31 - 2, x_{i+1} = 1132489760 x_i mod (2^31 - 1): VSL_BRNG_MCG31 (Intel, "Notes for oneMKL VS").
void keepMcg31(std::uint32_t x, std::size_t count, std::uint32_t threshold, float* out);

// x * 1132489760^steps mod (2^31 - 1): vslSkipAheadStream.
std::uint32_t skipMcg31(std::uint32_t x, std::uint64_t steps);

} // namespace phasor
