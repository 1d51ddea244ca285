// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace phasor {

// Random words to float32 with the bits of PyTorch's AVX2 kernels, with every instruction set. Polynomials are those of
// avx_mathfun.h (Cephes); multiply-adds are fused exactly where GCC fuses them there. A target without FMA calls fmaf,
// which is slow. A word w gives u = (w mod 2^24) / 2^24. Any thread, any alignment, not in place.

// One Box–Muller block: words 0 … 7 are the radii, 8 … 15 the angles; outputs 0 … 7 the cosines, 8 … 15 the sines.
inline constexpr std::size_t kBoxMullerBlock = 16;

// Normal values of `blocks` blocks of 16 words: normal_fill of tensor.normal_(mean, std).
void boxMuller(const std::uint32_t* words, std::size_t blocks, float mean, float std, float* out);

// out[i] = fma(u, scale, low): tensor.uniform_(low, low + scale).
void uniformFloats(const std::uint32_t* words, std::size_t count, float scale, float low, float* out);

} // namespace phasor
