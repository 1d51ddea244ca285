// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "commandline.h"
#include "lastwords.h"
#include "options.h"
#include "report.h"

#include "inputs/filecache.h"
#include "pipeline/modelconfig.h"
#include "session/sessionfile.h"
#include "system/cancelscope.h"
#include "system/interrupt.h"
#include "system/signals.h"
#include "text/guarded.h"
#include "text/spelling.h"

#include <CLI/CLI.hpp>

#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace phasor {

namespace {

const Command* const kCommands[]
    = {&kTableCommand, &kFigureCommand, &kStatsCommand, &kCodeCommand, &kCompareCommand, &kBenchCommand, &kListCommand};

struct Declared
{
    const Command* command;
    CLI::App* app;
    std::unique_ptr<Options> options;
};

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

int runCommand(const Declared& declared, Report& report)
{
    const Interrupt interrupt;
    const CancelScope scope(interrupt.token());
    const Status status = guarded([&] { return declared.command->run(*declared.options, report, interrupt.token()); });
    if (status.ok())
        return report.done(); // also where a signal came when everything was written
    const bool stopped = interrupt.signal() != 0 && status.error().kind == ErrorKind::Cancelled;
    return stopped ? 128 + interrupt.signal() : report.fail(status.error());
}

// The window's parameters stand before the command, where they would do nothing.
Error misplaced(const Declared& declared)
{
    const std::string name(declared.command->name);
    return usageError("OPTION", WORDS("command line"), WORDS("there are options before the command %1").with(name),
                      WORDS("write them behind it: phasor %1 …").with(name));
}

// What the window begins with; nothing: what it remembers. A session among the arguments is read here where options
// override it.
Result<std::optional<Document>> startOfWindow(const Options& options, std::string& file, Report& report)
{
    if (!options.anyGiven())
        return std::optional<Document>();
    TRY(Document start, options.start(report));
    if (!file.empty() && isSessionFile(file) && !isModelConfigFile(file)) {
        if (options.given("--session") || options.given("--preset"))
            return usageError("CONFLICT", quotedPlace(file), WORDS("a session is given beside --session or --preset"),
                              WORDS("give one of them"));
        TRY(DocumentRead read, readSessionFile(std::exchange(file, std::string())));
        start = std::move(read.document);
    }
    FileCache files;
    TRY(start.scene, options.scene(start, files, report));
    return std::optional(std::move(start));
}

int printed(const std::string& text, const Report& report)
{
    const Status status = writeStandardOutput(text);
    return status.ok() ? 0 : report.fail(status.error());
}

int run(int argc, char** argv, Report& report)
{
    CLI::App app("Phasor, a laboratory for positional encodings.\nWithout a command: the window.");
    app.name("phasor");
    app.set_version_flag("--version", "phasor " PHASOR_VERSION);
    app.footer("`phasor COMMAND --help` lists the options of a command.");
    std::string file;
    bool json = false;
    bool strict = false;
    app.add_option("FILE", file, "A session, a figure made by Phasor, or a matrix (.npy) to open in the window.")
        ->type_name("");
    Options ofWindow(app);
    ofWindow.addParameters();
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
        if (std::strcmp(argv[i], "--json-errors") == 0) {
            report.setJson(true);
            setLastWordsJson(true);
        }
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
    if (chosen() != nullptr)
        return ofWindow.anyGiven() ? report.fail(misplaced(*chosen())) : runCommand(*chosen(), report);
    if (isCommandMistyped(file)) {
        const std::string nearest = nearestCommand(file);
        return report.fail(
            usageError("COMMAND", quotedPlace(file), WORDS("is neither a command nor a file"), seeHelp(nearest)));
    }
    const Result<std::optional<Document>> start = startOfWindow(ofWindow, file, report);
    return start.ok() ? runWindow(argc, argv, file, *start) : report.fail(start.error());
}

} // namespace

} // namespace phasor

int main(int argc, char** argv)
{
    phasor::ignoreWriteSignals();
    phasor::installLastWords();
    phasor::Report report;
    const phasor::Result<int> code
        = phasor::guarded([&]() -> phasor::Result<int> { return phasor::run(argc, argv, report); });
    return code.ok() ? *code : report.fail(code.error());
}
