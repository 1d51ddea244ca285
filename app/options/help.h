// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace phasor {

// A command as help and completions need it.
struct CommandHelp
{
    std::string_view name; // empty: the window
    std::string_view summary;
    std::string_view examples;
    const CLI::App* app = nullptr;
    const std::map<std::string, std::vector<std::string>>* choices = nullptr; // words that may follow an option
};

// The help of one command, its lines broken for a terminal of `columns` characters.
std::string helpText(const CommandHelp& command, int columns);
// The help of the program: its commands, and the options of the window.
std::string helpText(const CommandHelp& window, std::span<const CommandHelp> commands, int columns);

// A script that completes commands, options and choices in "bash", "zsh" or "fish"; empty for another word.
std::string completionScript(std::string_view shell, std::span<const CommandHelp> commands);

} // namespace phasor
