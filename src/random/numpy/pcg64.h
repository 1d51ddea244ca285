// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace phasor {

__extension__ using Uint128 = unsigned __int128;

// NumPy's PCG64 (O'Neill 2014, PCG XSL RR 128/64), seeded as default_rng(seed) does through SeedSequence.
class Pcg64
{
public:
    explicit Pcg64(std::uint64_t seed);

    // Skips `steps` draws in at most 64 steps.
    void advance(std::uint64_t steps);

    std::uint64_t next();

    // Generator.random(): 53 bits, in [0, 1).
    double random() { return static_cast<double>(next() >> 11) * 0x1p-53; }

private:
    void step();

    Uint128 m_state = 0;
    Uint128 m_increment = 0;
};

} // namespace phasor
