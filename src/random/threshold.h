// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace phasor {

// For how many of the integers 0 … end - 1 `below` is true; from the first for which it is false it must stay so. Turns
// a comparison in rounded floating point into one of integers: u * 2^-24 < keep into u < countBelow(…).
template <typename Below> std::uint64_t countBelow(std::uint64_t end, Below below)
{
    std::uint64_t begin = 0;
    while (begin < end) {
        const std::uint64_t middle = begin + (end - begin) / 2;
        if (below(middle))
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

} // namespace phasor
