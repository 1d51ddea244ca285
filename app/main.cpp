// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "options.h"
#include "report.h"

#include "system/interrupt.h"
#include "system/signals.h"
#include "text/spelling.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <new>
#include <vector>

namespace phasor {

namespace {

const Command* const kCommands[]
    = {&kTableCommand, &kFigureCommand, &kStatsCommand, &kCodeCommand, &kBenchCommand, &kListCommand};

struct Declared
{
    const Command* command;
    CLI::App* app;
    std::unique_ptr<Options> options;
};

std::string nearestOption(const CLI::App& app, const std::string& name)
{
    std::vector<std::string> known;
    for (const CLI::Option* option : app.get_options())
        known.push_back(option->get_name());
    const std::vector<std::string_view> words(known.begin(), known.end());
    return std::string(nearestWord(name, words));
}

std::string nearestCommand(std::string_view word)
{
    std::vector<std::string_view> names;
    for (const Command* command : kCommands)
        names.push_back(command->name);
    return std::string(nearestWord(word, names));
}

// A word that looks like a command, not like the path of a file, and names no file either.
bool isCommandMistyped(const std::string& word)
{
    std::error_code ignored;
    return !word.empty() && word.find_first_of("./\\") == std::string::npos && !std::filesystem::exists(word, ignored);
}

// CLI11's findings in our words. An unknown option comes first: it is why a required one is missing, as a rule.
Error reworded(const CLI::ParseError& error, const CLI::App& app)
{
    const std::string text = error.what();
    if (const std::vector<std::string> extras = app.remaining(true); !extras.empty()) {
        const std::string& name = extras.front();
        const std::string nearest = nearestOption(app, name.substr(0, name.find('=')));
        const bool option = name.starts_with("-");
        return usageError("OPTION", option ? phasor::quoted(name) : std::string("command line"),
                          option ? std::string("unknown option") : phasor::quoted(name) + " is not expected here",
                          nearest.empty() ? "see --help" : "did you mean " + nearest + "? See --help");
    }
    const std::size_t colon = text.find(':');
    const std::string where
        = text.starts_with("-") && colon != std::string::npos ? text.substr(0, colon) : "command line";
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::RequiredError))
        return usageError("MISSING", text.substr(0, text.find(' ')), "is required", "see --help");
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ArgumentMismatch))
        return usageError("ARGUMENTS", where,
                          text.find("At Most") != std::string::npos || text.find("more") != std::string::npos
                              ? "given twice"
                              : "its value is missing",
                          "give it once with one value");
    return usageError("SYNTAX", where, text, "see --help");
}

int runCommand(const Declared& declared, Report& report)
{
    const Interrupt interrupt;
    try {
        const Status status = declared.command->run(*declared.options, report, interrupt.token());
        if (interrupt.signal() != 0)
            return 128 + interrupt.signal();
        return status.ok() ? report.done() : report.fail(status.error());
    } catch (const std::bad_alloc&) {
        return report.fail(Error{.kind = ErrorKind::Resource,
                                 .code = "MEMORY",
                                 .where = "memory",
                                 .what = "there is not enough of it",
                                 .remedy = "ask for a smaller table or a window of it"});
    }
}

int printed(const std::string& text, const Report& report)
{
    const Status status = writeStandardOutput(text);
    return status.ok() ? 0 : report.fail(status.error());
}

int run(int argc, char** argv)
{
    Report report;
    CLI::App app("Phasor, a laboratory for positional encodings.\nWithout a command: the window.");
    app.name("phasor");
    app.set_version_flag("--version", "phasor " PHASOR_VERSION);
    app.footer("`phasor COMMAND --help` lists the options of a command.");
    std::string file;
    bool json = false;
    bool strict = false;
    app.add_option("FILE", file, "A matrix (.npy) to open in the window.")->type_name("");
    std::vector<Declared> commands;
    for (const Command* command : kCommands) {
        CLI::App* sub = app.add_subcommand(std::string(command->name), std::string(command->summary));
        sub->add_flag("--json-errors", json, "Errors and warnings as JSON objects.");
        sub->add_flag("--strict", strict, "A warning makes the exit code 3.");
        commands.push_back({command, sub, std::make_unique<Options>(*sub)});
        command->declare(*commands.back().options);
    }
    app.require_subcommand(0, 1);

    // The errors of the command line itself are said in the way that the command line asks for.
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--json-errors") == 0)
            report.setJson(true);
    }
    const auto chosen = [&]() -> const Declared* {
        for (const Declared& declared : commands) {
            if (declared.app->parsed())
                return &declared;
        }
        return nullptr;
    };
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        return printed((chosen() != nullptr ? chosen()->app : &app)->help(), report);
    } catch (const CLI::CallForVersion& version) {
        return printed(std::string(version.what()) + "\n", report);
    } catch (const CLI::ParseError& error) {
        return report.fail(reworded(error, chosen() != nullptr ? *chosen()->app : app));
    }
    report.setStrict(strict);
    if (chosen() == nullptr && isCommandMistyped(file)) {
        const std::string nearest = nearestCommand(file);
        return report.fail(usageError("COMMAND", phasor::quoted(file), "is neither a command nor a file",
                                      nearest.empty() ? "see --help" : "did you mean " + nearest + "? See --help"));
    }
    return chosen() != nullptr ? runCommand(*chosen(), report) : runWindow(argc, argv, file);
}

} // namespace

} // namespace phasor

int main(int argc, char** argv)
{
    phasor::ignoreFileSizeSignal();
    return phasor::run(argc, argv);
}
