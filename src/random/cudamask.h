// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "random/generator.h"

namespace phasor {

// Assignment of `count` elements to the threads of a GPU in fused dropout (fused_dropout_kernel,
// fused_dropout_kernel_vec).
struct CudaLayout
{
    std::int64_t threads = 0; // in the grid, 256 a block
    int vector = 4; // consecutive elements a thread takes at once: 4, 2 or 1
};

// Layout of PyTorch 1.8 and later for a contiguous float32 tensor. mostThreads: threads that the GPU runs at a time.
CudaLayout cudaLayout(std::int64_t count, std::int64_t mostThreads);

// Philox counters that a thread of `layout` uses: the generator's offset / 4 advances by this.
std::uint64_t cudaCounters(std::int64_t count, CudaLayout layout);

// The dropout mask of a draw that begins at the counter `counter` (the generator's offset / 4).
Sequence cudaKeepMask(std::uint64_t seed, std::uint64_t counter, CudaLayout layout, double keep);

// Threshold for kept words: those whose curand_uniform, in (0, 1], is less than `keep` in float32.
std::uint32_t curandThreshold(double keep);

} // namespace phasor
