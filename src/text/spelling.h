// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace phasor {

// Word for "did you mean": the one with the fewest edits (Levenshtein) from `typed`, at most 3 and fewer than its
// bytes; empty if none is that near.
std::string_view nearestWord(std::string_view typed, std::span<const std::string_view> words);

} // namespace phasor
