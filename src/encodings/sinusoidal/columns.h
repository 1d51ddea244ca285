// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/shape.h"

#include <algorithm>
#include <cstdint>

namespace phasor {

// How the sines and cosines of the pairs lie side by side in a row.
enum class ColumnOrder {
    Interleaved, // sin 0, cos 0, sin 1, cos 1 …
    Halves, // all sines, all cosines, columns of zeros
};

// The columns of a table: `sines` + `cosines` + `zeros` of them, sines - cosines is 0 or 1 (odd d_model ends on a
// sine).
struct Columns
{
    ColumnOrder order = ColumnOrder::Interleaved;
    std::int64_t sines = 0;
    std::int64_t cosines = 0;
    std::int64_t zeros = 0; // Halves only
    bool cosineFirst = false; // cos 0, sin 0 …, or all cosines, then all sines: only where there are as many of both

    // Pair of a column (−1: a column of zeros) and which of its two it is.
    struct Place
    {
        std::int64_t pair = 0;
        bool cosine = false;
    };

    std::int64_t width() const { return sines + cosines + zeros; }

    Place place(std::int64_t column) const
    {
        if (order == ColumnOrder::Interleaved)
            return {column / 2, (column % 2 == 1) != cosineFirst};
        if (column < sines)
            return {column, cosineFirst};
        if (column < sines + cosines)
            return {column - sines, !cosineFirst};
        return {-1, false};
    }

    // The column of a pair's sine or cosine; −1 where it has none.
    std::int64_t column(std::int64_t pair, bool cosine) const
    {
        if (pair >= (cosine ? cosines : sines))
            return -1;
        const bool second = cosine != cosineFirst;
        if (order == ColumnOrder::Interleaved)
            return 2 * pair + (second ? 1 : 0);
        return second ? sines + pair : pair;
    }

    // The least run of pairs that has all those of the columns [begin, end).
    Span pairs(std::int64_t begin, std::int64_t end) const
    {
        if (order == ColumnOrder::Interleaved)
            return {begin / 2, (end + 1) / 2};
        const Span sine{std::min(begin, sines), std::min(end, sines)};
        const Span cosine{std::clamp<std::int64_t>(begin - sines, 0, cosines),
                          std::clamp<std::int64_t>(end - sines, 0, cosines)};
        if (sine.size() == 0 || cosine.size() == 0)
            return sine.size() == 0 ? cosine : sine;
        return {std::min(sine.begin, cosine.begin), std::max(sine.end, cosine.end)};
    }
};

} // namespace phasor
