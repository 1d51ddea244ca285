// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace phasor {

// A command with its declared options.
struct Declared
{
    const Command* command;
    CLI::App* app;
    std::unique_ptr<Options> options;
};

// The help of one command, for a terminal of `columns` characters.
std::string helpText(const Declared& command, int columns);
// The program's help: commands, and options of the window.
std::string helpText(const CLI::App& window, std::span<const Declared> commands, int columns);

// A script that completes commands, options and choices in "bash", "zsh" or "fish"; empty for another shell.
std::string completionScript(std::string_view shell, std::span<const Declared> commands);

} // namespace phasor
