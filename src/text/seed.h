// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace phasor {

// A seed as it is typed, -2^63 … 2^64 - 1. Generators use `bits`, the value modulo 2^64 (as torch.manual_seed does);
// `negative` keeps the spelling.
struct Seed
{
    std::uint64_t bits = 0;
    bool negative = false;
    bool operator==(const Seed&) const = default;
};

} // namespace phasor
