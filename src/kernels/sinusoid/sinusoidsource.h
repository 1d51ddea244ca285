// SPDX-License-Identifier: GPL-3.0-or-later
// Declarations shared by the sinusoid kernels of all instruction sets. Private to them.
#pragma once

#include "kernels/sinusoid/sinusoid.h"

namespace phasor {

inline constexpr std::size_t kChunk = 128; // columns computed together: state and rotors stay in the L1 cache

// Rotations of every column by some numbers of positions: arrays of cosines and sines, one after the other, `step`
// doubles apart. The step is not a multiple of a page, so that the arrays don't compete for the same cache lines.
struct RotorArrays
{
    static constexpr std::size_t kCount = 6;
    static constexpr std::uint64_t kPositions[kCount]
        = {1, 2, 3, 4, SinusoidColumns::kGroup, SinusoidColumns::kHalfBlock};
    static constexpr std::size_t kByGroup = 4;
    static constexpr std::size_t kByHalfBlock = 5;

    double* data;
    std::size_t step;
    double* cosine(std::size_t rotor) const { return data + 2 * rotor * step; }
    double* sine(std::size_t rotor) const { return data + (2 * rotor + 1) * step; }
};

// The part of SinusoidColumns that a kernel needs.
struct SinusoidSource
{
    const PairFrequency* frequencies;
    SinusoidOrder order;
    RotorArrays rotors;
};

} // namespace phasor
