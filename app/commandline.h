// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace phasor {

// Splits a line into words as a shell does. '…' is literal; in "…" a \ escapes " and \; outside a \ escapes any
// character. Nothing is expanded. Errors: Usage SYNTAX, with `where` left to the caller.
Result<std::vector<std::string>> shellWords(std::string_view line);

} // namespace phasor

namespace CLI {

class App;
class ParseError;

} // namespace CLI

namespace phasor {

// "did you mean --NEAREST? See --help"; if NEAREST is empty, only the second part.
Message seeHelp(const std::string& nearest);

// CLI11's error about the options of `app`, in Phasor's words.
Error reworded(const CLI::ParseError& error, const CLI::App& app);

} // namespace phasor
