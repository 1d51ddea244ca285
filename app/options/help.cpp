// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/help.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <sstream>

namespace phasor {

namespace {

constexpr std::size_t kLeastColumns = 40;
constexpr std::size_t kNameColumns = 26; // longer names have their text behind them all the same

std::size_t charactersOf(std::string_view text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

// `text` broken between words, behind `first` characters in the first line and `indent` blanks in the others.
std::string broken(std::string_view text, std::size_t first, std::size_t indent, std::size_t columns)
{
    std::string out;
    std::size_t at = first;
    bool begin = true;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        const std::size_t length = charactersOf(word);
        if (!begin && at + 1 + length > columns) {
            out += "\n" + std::string(indent, ' ');
            at = indent;
        } else if (!begin) {
            out += ' ';
            ++at;
        }
        out += word;
        at += length;
        begin = false;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

std::string entry(const std::string& name, std::string_view text, std::size_t width, std::size_t columns)
{
    std::string line = "  " + name;
    line += std::string(charactersOf(line) + 2 < width ? width - charactersOf(line) : 2, ' ');
    return line + broken(text, charactersOf(line), width, columns) + "\n";
}

std::string nameOf(const CLI::Option& option)
{
    std::string name = option.get_positional() ? option.get_name() : option.get_name(false, true);
    std::replace(name.begin(), name.end(), ',', ' ');
    const std::string value = option.get_type_name();
    return value.empty() ? name : name + " " + value;
}

std::size_t widthOf(const CLI::App& app, std::size_t columns)
{
    std::size_t longest = 0;
    for (const CLI::Option* option : app.get_options())
        longest = std::max(longest, charactersOf(nameOf(*option)) + 4);
    return columns > 1000 ? longest : std::min(longest, kNameColumns);
}

std::string optionsText(const CLI::App& app, std::size_t columns)
{
    const std::size_t width = widthOf(app, columns);
    std::string text;
    for (const std::string& group : app.get_groups()) {
        std::string lines;
        for (const CLI::Option* option : app.get_options()) {
            if (option->get_group() == group)
                lines
                    += entry(nameOf(*option), option->get_description() + (option->get_required() ? " Required." : ""),
                             width, columns);
        }
        if (!lines.empty())
            text += "\n" + group + ":\n" + lines;
    }
    return text;
}

// "phasor table --stage ID --out FILE [OPTIONS]"
std::string usageOf(const CommandHelp& command)
{
    std::string usage = "Usage: phasor " + std::string(command.name);
    for (const CLI::Option* option : command.app->get_options()) {
        if (option->get_required())
            usage += " " + nameOf(*option);
    }
    return usage + " [OPTIONS]\n";
}

std::string examplesText(std::string_view examples)
{
    std::string text;
    while (!examples.empty()) {
        const std::size_t end = std::min(examples.find('\n'), examples.size());
        (text += "  ") += examples.substr(0, end);
        text += "\n";
        examples.remove_prefix(std::min(end + 1, examples.size()));
    }
    return text.empty() ? text : "\nExamples:\n" + text;
}

std::size_t wide(int columns)
{
    return std::max(kLeastColumns, static_cast<std::size_t>(std::max(0, columns)));
}

std::vector<std::string> optionNames(const CLI::App& app)
{
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames())
            names.push_back(name);
    }
    return names;
}

std::vector<std::string> choicesOf(const CommandHelp& command, const CLI::Option& option)
{
    const auto found = command.choices->find(option.get_name());
    return found == command.choices->end() ? std::vector<std::string>() : found->second;
}

std::string joined(const std::vector<std::string>& words, std::string_view before)
{
    std::string text;
    for (const std::string& word : words)
        ((text += text.empty() ? "" : " ") += before) += word;
    return text;
}

std::string bashScript(std::span<const CommandHelp> commands)
{
    std::string values;
    std::vector<std::string> known;
    std::string cases;
    std::string names;
    for (const CommandHelp& command : commands) {
        (names += names.empty() ? "" : " ") += command.name;
        cases += "        " + std::string(command.name) + ") COMPREPLY=($(compgen -W \""
            + joined(optionNames(*command.app), "--") + "\" -- \"$cur\")) ;;\n";
        for (const CLI::Option* option : command.app->get_options()) {
            const std::vector<std::string> choices = choicesOf(command, *option);
            if (choices.empty() || std::find(known.begin(), known.end(), option->get_name()) != known.end())
                continue;
            known.push_back(option->get_name());
            values += "        " + option->get_name() + ") COMPREPLY=($(compgen -W \"" + joined(choices, "")
                + "\" -- \"$cur\")); return ;;\n";
        }
    }
    return "_phasor() {\n    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n    COMPREPLY=()\n"
           "    case $prev in\n"
        + values
        + "    esac\n    if [[ $cur != -* ]]; then\n        COMPREPLY=($(compgen -f -- \"$cur\"))\n"
          "        [ \"$COMP_CWORD\" = 1 ] && COMPREPLY+=($(compgen -W \""
        + names + " help completion\" -- \"$cur\"))\n        return\n    fi\n    case ${COMP_WORDS[1]} in\n" + cases
        + "    esac\n}\ncomplete -o filenames -F _phasor phasor\n";
}

std::string fishQuoted(std::string_view text)
{
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\')
            quoted += '\\';
        quoted += c;
    }
    return quoted + "'";
}

std::string fishScript(std::span<const CommandHelp> commands)
{
    std::string text;
    for (const CommandHelp& command : commands) {
        const std::string name(command.name);
        text += "complete -c phasor -n __fish_use_subcommand -a " + name + " -d " + fishQuoted(command.summary) + "\n";
        for (const CLI::Option* option : command.app->get_options()) {
            if (option->get_lnames().empty())
                continue;
            const std::vector<std::string> choices = choicesOf(command, *option);
            const std::string value = option->get_type_name().empty() ? std::string()
                : choices.empty()                                     ? std::string(" -r")
                                                                      : " -xa " + fishQuoted(joined(choices, ""));
            const std::string& description = option->get_description();
            text += "complete -c phasor -n '__fish_seen_subcommand_from " + name + "' -l " + option->get_lnames()[0]
                + value + " -d " + fishQuoted(description.substr(0, description.find(". "))) + "\n";
        }
    }
    return text;
}

} // namespace

std::string helpText(const CommandHelp& command, int columns)
{
    const std::size_t width = wide(columns);
    return usageOf(command) + broken(command.summary, 0, 0, width) + "\n" + examplesText(command.examples)
        + optionsText(*command.app, width);
}

std::string helpText(const CommandHelp& window, std::span<const CommandHelp> commands, int columns)
{
    constexpr std::size_t kNames = 14;
    const std::size_t width = wide(columns);
    std::string text = "Usage: phasor [OPTIONS] [FILE]\n       phasor COMMAND [OPTIONS]\n"
        + broken(window.summary, 0, 0, width) + "\n\nCommands:\n";
    for (const CommandHelp& command : commands)
        text += entry(std::string(command.name), command.summary, kNames, width);
    text += entry("help", "The help of a command: phasor help table.", kNames, width);
    text += entry("completion", "A script for the completions of a shell: phasor completion bash|zsh|fish.", kNames,
                  width);
    return text + examplesText(window.examples) + optionsText(*window.app, width);
}

std::string completionScript(std::string_view shell, std::span<const CommandHelp> commands)
{
    if (shell == "bash")
        return bashScript(commands);
    if (shell == "zsh")
        return "#compdef phasor\nautoload -Uz bashcompinit && bashcompinit\n" + bashScript(commands);
    return shell == "fish" ? fishScript(commands) : std::string();
}

} // namespace phasor
