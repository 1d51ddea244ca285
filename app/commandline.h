// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace phasor {

// The words of a line as a shell would split it: blanks between them, '…' as it stands, "…" in which \ takes the sense
// of " and \, and \ outside. Nothing is expanded. Errors: Usage SYNTAX, `where` being for the caller to fill in.
Result<std::vector<std::string>> shellWords(std::string_view line);

} // namespace phasor

namespace CLI {

class App;
class ParseError;

} // namespace CLI

namespace phasor {

// "did you mean --NEAREST? See --help", or only the latter.
Message seeHelp(const std::string& nearest);

// What CLI11 found wrong with the options of `app`, in our words.
Error reworded(const CLI::ParseError& error, const CLI::App& app);

} // namespace phasor
