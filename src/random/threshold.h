// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace phasor {

// How many of the integers 0 … end - 1 are `below`, which must hold for the first of them and then for none: turns a
// comparison in rounded floating point into one of integers.
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
