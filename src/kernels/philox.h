// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace phasor {

// Philox4x32-10 (Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3"). Integers only: the same on every
// instruction set. Any thread.

// The definition for one counter and one key. Constant time; for single words, and as the kernel's reference.
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key);

// Four words for each counter (low half of `offset`, its high half, low half of i, its high half), i = first … first +
// count - 1; the key is the two halves of `key`. This is curand's layout, where i is the subsequence.
void philoxWords(std::uint64_t key, std::uint64_t offset, std::uint64_t first, std::size_t count, std::uint32_t* out);

// keepBelow32 of those words without storing them: 4 · count values, 1 if the word is below `threshold`, else 0.
void philoxKeep(std::uint64_t key, std::uint64_t offset, std::uint64_t first, std::size_t count,
                std::uint32_t threshold, float* out);

// Words that a dropout keeps: those of the stream (key, offset) below `threshold`.
struct PhiloxKept
{
    std::uint64_t key;
    std::uint64_t offset;
    std::uint32_t threshold;
};

// Consecutive values of one output row, and their inputs.
struct OutputRow
{
    const float* e;
    const float* soon; // e of a later row, or of this one again, to prefetch
    float s;
    const float* pe;
    float factor;
    float* out;
    bool stream; // bypasses the caches: a storeFence() must follow
};

// out[i] = ((e[i] * s) + pe[i]) * (kept ? factor : 0) for the four values of each counter from `first` on, with the
// bits of outputTile (kernels/combine.h). The mask is used while it is made. Stops at the last full vector of at most
// `count` counters, and where the upper half of the counter changes. Returns the number of counters done, maybe 0.
// Streaming needs an aligned row (64 bytes).
std::size_t philoxOutput(const PhiloxKept& kept, std::uint64_t first, std::size_t count, const OutputRow& row);

} // namespace phasor
