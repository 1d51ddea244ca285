// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace phasor {

// RandomState.random_sample() * 2^53 of two words.
inline std::uint64_t randomBits(const std::uint32_t* words)
{
    return (std::uint64_t{words[0] >> 5} << 26) | (words[1] >> 6);
}

// RandomState.random_sample(), in [0, 1).
inline double randomSample(const std::uint32_t* words)
{
    return static_cast<double>(randomBits(words)) * 0x1p-53;
}

} // namespace phasor
