// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"

#include "options/options.h"
#include "text/words.h"

#include <CLI/CLI.hpp>

#include <set>
#include <sstream>

namespace phasor {

Message seeHelp()
{
    return WORDS("`phasor help` lists the commands, `phasor help COMMAND` its options");
}

Error reworded(const CLI::ParseError& error, const CLI::App& app)
{
    const std::string text = error.what();
    // Unknown options first: they are usually the reason why a required option is missing.
    if (const std::vector<std::string> extras = app.remaining(true); !extras.empty()) {
        const std::string& name = extras.front();
        std::vector<std::string> known;
        for (const CLI::Option* one : app.get_options())
            known.push_back(one->get_name());
        const bool option = name.starts_with("-");
        return usageError("OPTION", option ? quotedPlace(name) : WORDS("command line"),
                          option ? WORDS("unknown option") : WORDS("%1 is not expected here").with(inQuotes(name)),
                          didYouMean(name.substr(0, name.find('=')),
                                     std::vector<std::string_view>(known.begin(), known.end()), seeHelp()));
    }
    const std::size_t colon = text.find(':');
    const Message where = text.starts_with("-") && colon != std::string::npos ? Message::option(text.substr(0, colon))
                                                                              : WORDS("command line");
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::RequiredError))
        return usageError("MISSING", text.substr(0, text.find(' ')), WORDS("is required"),
                          WORDS("add it with a value"));
    if (text.ends_with("flag override"))
        return usageError("ARGUMENTS", "--" + text.substr(0, text.find(' ')), WORDS("takes no value"),
                          WORDS("use it without ="));
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ArgumentMismatch))
        return usageError("ARGUMENTS", where,
                          text.find("At Most") != std::string::npos || text.find("more") != std::string::npos
                              ? WORDS("given twice")
                              : WORDS("its value is missing"),
                          WORDS("use it once with one value"));
    return usageError("SYNTAX", where, Message::verbatim(text), seeHelp());
}

constexpr std::size_t kNameColumns = 26; // a longer name is followed by its text on the same line

static std::size_t charactersOf(std::string_view text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

// `text` wrapped between words: its first line starts at column `first`, the others after `indent` blanks.
static std::string broken(std::string_view text, std::size_t first, std::size_t indent, std::size_t columns)
{
    std::string out;
    std::size_t at = first;
    std::istringstream words{std::string(text)};
    for (std::string word; std::getline(words, word, ' '); at += charactersOf(word)) {
        if (!out.empty()) {
            const bool fits = at + 1 + charactersOf(word) <= columns;
            out += fits ? " " : "\n" + std::string(indent, ' ');
            at = fits ? at + 1 : indent;
        }
        out += word;
    }
    return out;
}

static std::string entry(const std::string& name, std::string_view text, std::size_t width, std::size_t columns)
{
    std::string line = "  " + name;
    line += std::string(charactersOf(line) + 2 < width ? width - charactersOf(line) : 2, ' ');
    return line + broken(text, charactersOf(line), width, columns) + "\n";
}

static std::string nameOf(const CLI::Option& option)
{
    std::string name = option.get_positional() ? option.get_name() : option.get_name(false, true);
    std::replace(name.begin(), name.end(), ',', ' ');
    const std::string value = option.get_type_name();
    return value.empty() ? name : name + " " + value;
}

static std::string optionsText(const CLI::App& app, std::size_t columns)
{
    std::size_t longest = 0;
    for (const CLI::Option* option : app.get_options())
        longest = std::max(longest, charactersOf(nameOf(*option)) + 4);
    const std::size_t width = columns > 1000 ? longest : std::min(longest, kNameColumns);
    std::string text;
    for (const std::string& group : app.get_groups()) {
        std::string lines;
        for (const CLI::Option* option : app.get_options([&](const auto* one) { return one->get_group() == group; }))
            lines += entry(nameOf(*option), option->get_description() + (option->get_required() ? " Required." : ""),
                           width, columns);
        if (!lines.empty())
            text.append("\n").append(group).append(":\n").append(lines);
    }
    return text;
}

// "phasor table --stage ID --out FILE [OPTIONS]"
static std::string usageOf(const Declared& command)
{
    std::string usage = "Usage: phasor " + std::string(command.command->name);
    for (const CLI::Option* option : command.app->get_options([](const auto* one) { return one->get_required(); }))
        usage += " " + nameOf(*option);
    return usage + " [OPTIONS]\n";
}

static std::string examplesText(std::string_view examples)
{
    std::string text = "\nExamples:\n";
    std::istringstream lines{std::string(examples)};
    for (std::string line; std::getline(lines, line);)
        text += "  " + line + "\n";
    return text;
}

static std::string bashScript(std::span<const Declared> commands)
{
    std::string values;
    std::set<std::string> known;
    std::string cases;
    const auto reply = [](const std::string& words) {
        return ") COMPREPLY=($(compgen -W \"" + words + "\" -- \"$cur\"))";
    };
    for (const Declared& command : commands) {
        std::vector<std::string> options;
        for (const CLI::Option* option : command.app->get_options()) {
            for (const std::string& name : option->get_lnames())
                options.push_back("--" + name);
            const std::string choices = command.options->choicesOf(option->get_name());
            if (!choices.empty() && known.insert(option->get_name()).second)
                values += "        " + option->get_name() + reply(choices) + "; return ;;\n";
        }
        cases
            += "        " + std::string(command.command->name) + reply(listed(options, std::identity(), " ")) + " ;;\n";
    }
    const std::string names = listed(
        commands, [](const Declared& one) { return one.command->name; }, " ");
    return "_phasor() {\n    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n    COMPREPLY=()\n"
           "    case $prev in\n"
        + values
        + "    esac\n    if [[ $cur != -* ]]; then\n        COMPREPLY=($(compgen -f -- \"$cur\"))\n"
          "        [ \"$COMP_CWORD\" = 1 ] && COMPREPLY+=($(compgen -W \""
        + names + " help completion\" -- \"$cur\"))\n        return\n    fi\n    case ${COMP_WORDS[1]} in\n" + cases
        + "    esac\n}\ncomplete -o filenames -F _phasor phasor\n";
}

static std::string fishQuoted(std::string_view text)
{
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\')
            quoted += '\\';
        quoted += c;
    }
    return quoted + "'";
}

static std::string fishScript(std::span<const Declared> commands)
{
    std::string text;
    for (const Declared& command : commands) {
        const std::string name(command.command->name);
        text += "complete -c phasor -n __fish_use_subcommand -a " + name + " -d " + fishQuoted(command.command->summary)
            + "\n";
        for (const CLI::Option* option : command.app->get_options()) {
            if (option->get_lnames().empty())
                continue;
            const std::string choices = command.options->choicesOf(option->get_name());
            const std::string value = option->get_type_name().empty() ? ""
                : choices.empty()                                     ? " -r"
                                                                      : " -xa " + fishQuoted(choices);
            const std::string& description = option->get_description();
            text.append("complete -c phasor -n '__fish_seen_subcommand_from ").append(name).append("' -l ");
            text.append(option->get_lnames()[0]).append(value).append(" -d ");
            text.append(fishQuoted(description.substr(0, description.find(". ")))).append("\n");
        }
    }
    return text;
}

std::string helpText(const Declared& command, std::size_t columns)
{
    return usageOf(command) + broken(command.command->summary, 0, 0, columns) + "\n"
        + examplesText(command.command->examples) + optionsText(*command.app, columns);
}

std::string helpText(const CLI::App& window, std::span<const Declared> commands, std::size_t columns)
{
    std::string text = "Usage: phasor [OPTIONS] [FILE]\n       phasor COMMAND [OPTIONS]\n"
        + broken(window.get_description(), 0, 0, columns) + "\n\nCommands:\n";
    const auto add = [&](std::string_view name, std::string_view summary) {
        text += entry(std::string(name), summary, 14, columns);
    };
    for (const Declared& command : commands)
        add(command.command->name, command.command->summary);
    add("help", "Print the help of a command: phasor help table.");
    add("completion", "Print a completion script for a shell: phasor completion bash|zsh|fish.");
    return text + examplesText("phasor --preset annotated-transformer\nphasor figure.png\n")
        + optionsText(window, columns);
}

std::string completionScript(std::string_view shell, std::span<const Declared> commands)
{
    if (shell == "bash")
        return bashScript(commands);
    if (shell == "zsh")
        return "#compdef phasor\nautoload -Uz bashcompinit && bashcompinit\n" + bashScript(commands);
    return shell == "fish" ? fishScript(commands) : std::string();
}

} // namespace phasor
