// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
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

// Random words to float32 with the bits of PyTorch's AVX2 kernels, with every instruction set. Polynomials are those of
// avx_mathfun.h (Cephes); multiply-adds are fused exactly where GCC fuses them there. A target without FMA calls fmaf,
// which is slow. A word w gives u = (w mod 2^24) / 2^24. Any thread, any alignment, not in place.

// One Box–Muller block: words 0 … 7 are the radii, 8 … 15 the angles; outputs 0 … 7 the cosines, 8 … 15 the sines.
inline constexpr std::size_t kBoxMullerBlock = 16;

// Normal values of `blocks` blocks of 16 words: normal_fill of tensor.normal_(mean, std).
void boxMuller(const std::uint32_t* words, std::size_t blocks, float mean, float std, float* out);

// out[i] = fma(u, scale, low): tensor.uniform_(low, low + scale).
void uniformFloats(const std::uint32_t* words, std::size_t count, float scale, float low, float* out);

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
