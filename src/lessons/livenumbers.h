// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace phasor {

// A number in the text of a lesson: {KEY}, {KEY:.3}, {KEY:%}.
struct LiveNumber
{
    std::string key; // "ratio", "b.ratio", "train.scheme=nope.low"
    int digits = 0; // significant ones; 0: not said
    bool percent = false;
    std::size_t begin = 0; // bytes of the text
    std::size_t end = 0;
};

// Value of a key; nothing: it has none (yet).
using NumberOf = std::function<std::optional<double>(const std::string& key)>;

// In the order of the text; `\{` is a brace, and code blocks have no numbers. `wrong` gets the bytes of braces that
// hold no number.
std::vector<LiveNumber> liveNumbers(std::string_view text, std::vector<std::size_t>* wrong = nullptr);

// The text with its numbers, as readers see them: "32.0", "96.8 %"; … where there is none.
std::string withNumbers(std::string_view text, const NumberOf& numberOf);
std::string shownNumber(const LiveNumber& number, std::optional<double> value);

} // namespace phasor
