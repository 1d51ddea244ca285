// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command.h"

#include "text/result.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace CLI {

class App;
class ParseError;

} // namespace CLI

namespace phasor {

// "did you mean --NEAREST? See --help"; if NEAREST is empty, only the second part.
Message seeHelp(const std::string& nearest);

// CLI11's error about the options of `app`, in Phasor's words.
Error reworded(const CLI::ParseError& error, const CLI::App& app);

// A command with its declared options.
struct Declared
{
    const Command* command;
    CLI::App* app;
    std::unique_ptr<Options> options;
};

// The help of one command, for a terminal of `columns` (>= 40) characters.
std::string helpText(const Declared& command, std::size_t columns);
// The program's help: commands, and options of the window.
std::string helpText(const CLI::App& window, std::span<const Declared> commands, std::size_t columns);

// A script that completes commands, options and choices in "bash", "zsh" or "fish"; empty for another shell.
std::string completionScript(std::string_view shell, std::span<const Declared> commands);

} // namespace phasor
