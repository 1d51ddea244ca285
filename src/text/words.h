// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <functional>
#include <span>

namespace phasor {

// Word for "did you mean": the one with the fewest edits (Levenshtein) from `typed`, at most 3 and fewer than its
// bytes; empty if none is that near.
std::string_view nearestWord(std::string_view typed, std::span<const std::string_view> words);

// The remedy "did you mean %1?" with that word, or `otherwise`.
Message didYouMean(std::string_view typed, std::span<const std::string_view> words, Message otherwise);

// "sinusoidal, rope": one word for each item.
std::string listed(const auto& items, auto wordOf, const char* separator = ", ")
{
    std::string list;
    for (const auto& item : items)
        (list += list.empty() ? "" : separator) += std::invoke(wordOf, item);
    return list;
}

struct ShellWord
{
    std::string text;
    std::size_t at = 0; // byte where it begins
};

// Splits a text into words as a shell does. '…' is literal; in "…" a \ escapes " and \; outside a \ escapes any
// character. Nothing is expanded; the end of a line is a blank, also behind a \. Error: Usage SYNTAX, with the byte.
Result<std::vector<ShellWord>> shellWords(std::string_view text);

} // namespace phasor
