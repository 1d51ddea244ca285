// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <span>

namespace phasor {

struct CodeRange
{
    char32_t first;
    char32_t last; // the last one, not the one behind it
};

// The range that `code` is in, of ranges that rise and do not overlap; null if there is none.
template <typename Range> const Range* findRange(std::span<const Range> ranges, char32_t code)
{
    const auto next = std::ranges::upper_bound(ranges, code, {}, &Range::first);
    if (next == ranges.begin() || code > (next - 1)->last)
        return nullptr;
    return &*(next - 1);
}

inline bool inAny(std::span<const CodeRange> ranges, char32_t code)
{
    return findRange(ranges, code) != nullptr;
}

} // namespace phasor
