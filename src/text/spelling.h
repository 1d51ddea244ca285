// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace phasor {

// For "did you mean": the word that takes the fewest edits (Levenshtein) to become `typed`, at most 3 and fewer than it
// has bytes; empty if none is that near.
std::string_view nearestWord(std::string_view typed, std::span<const std::string_view> words);

} // namespace phasor
