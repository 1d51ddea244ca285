// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/spelling.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace phasor {

namespace {

std::size_t distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row[b.size()];
}

} // namespace

std::string_view nearestWord(std::string_view typed, std::span<const std::string_view> words)
{
    constexpr std::size_t kMostEdits = 3;
    std::string_view nearest;
    std::size_t fewest = std::min(kMostEdits + 1, typed.size());
    for (const std::string_view word : words) {
        // A difference in length needs as many edits at least, so long input is rejected at once.
        const std::size_t longer = std::max(word.size(), typed.size()) - std::min(word.size(), typed.size());
        if (longer >= fewest)
            continue;
        if (const std::size_t edits = distance(typed, word); edits < fewest) {
            fewest = edits;
            nearest = word;
        }
    }
    return nearest;
}

} // namespace phasor
