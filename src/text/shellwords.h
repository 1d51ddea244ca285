// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

namespace phasor {

struct ShellWord
{
    std::string text;
    std::size_t at = 0; // byte where it begins
};

// Splits a text into words as a shell does. '…' is literal; in "…" a \ escapes " and \; outside a \ escapes any
// character. Nothing is expanded; the end of a line is a blank, also behind a \. Error: Usage SYNTAX, with the byte.
Result<std::vector<ShellWord>> shellWords(std::string_view text);

} // namespace phasor
