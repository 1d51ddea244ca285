// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <string>

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
