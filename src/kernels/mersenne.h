// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace phasor {

// MT19937 (Matsumoto and Nishimura 1998), the recurrence and the tempering apart, so that a stream can be skipped
// without tempering. Integers only: the same on every instruction set. Any thread, no alignment needed.

inline constexpr std::size_t kMersenneBlock = 624; // words of one state

// words[0, 624) is a state; writes the `blocks` states that follow it to words[624, 624 * (blocks + 1)).
void mersenneAdvance(std::uint32_t* words, std::size_t blocks);

// out[i] = the random number of state word raw[i]; out may be raw.
void mersenneTemper(const std::uint32_t* raw, std::size_t count, std::uint32_t* out);

} // namespace phasor
