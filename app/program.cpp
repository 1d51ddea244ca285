// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "options/options.h"
#include "report.h"

#include "field/parallel.h"
#include "inputs/filecache.h"
#include "pipeline/config/modelconfig.h"
#include "system/signals.h"
#include "text/words.h"

#include <CLI/CLI.hpp>
#include <QScopeGuard>

#include <filesystem>
#include <iterator>

namespace phasor {

namespace {

const Command* const kCommands[] = {&kTableCommand,   &kFigureCommand, &kStatsCommand, &kCodeCommand, &kCheckCommand,
                                    &kCompareCommand, &kTrainCommand,  &kBenchCommand, &kListCommand, &kLessonCommand};

// Whether a word looks like a command, not like a path, and names no file.
bool isCommandMistyped(const std::string& word)
{
    std::error_code ignored;
    return !word.empty() && word.find_first_of("./\\") == std::string::npos && !std::filesystem::exists(word, ignored);
}

Error noCommand(const std::string& word)
{
    std::vector<std::string_view> names;
    std::ranges::transform(kCommands, std::back_inserter(names), [](const Command* command) { return command->name; });
    return usageError("COMMAND", quotedPlace(word), WORDS("is neither a command nor a file"),
                      didYouMean(word, names, seeHelp()));
}

int runCommand(const Declared& declared, Report& report)
{
    hideQtWarnings(true); // Qt also warns of a damaged figure
    const auto shownAgain = qScopeGuard([] { hideQtWarnings(false); });
    const Interrupt interrupt;
    const CancelScope scope(interrupt.token());
    const Status status = guarded([&] { return declared.command->run(*declared.options, report, interrupt.token()); });
    if (status.ok())
        return report.done(); // also after a signal that came when everything was written
    const bool stopped = interrupt.signal() != 0 && status.error().kind == ErrorKind::Cancelled;
    return stopped ? 128 + interrupt.signal() : report.fail(status.error());
}

// The window's first document; nullopt: its saved settings. If options override a session among the arguments, the
// session is read here.
Result<std::optional<Document>> startOfWindow(const Options& options, std::string& file, Report& report)
{
    if (!options.anyGiven())
        return std::optional<Document>();
    TRY(Document start, options.start(report));
    if (!file.empty() && isSessionFile(file) && !isModelConfigFile(file)) {
        if (options.given("--session") || options.given("--preset"))
            return usageError("CONFLICT", quotedPlace(file),
                              WORDS("a session is given, and also --session or --preset"), WORDS("use one of them"));
        TRY(DocumentRead read, readSessionFile(std::exchange(file, std::string())));
        start = std::move(read.document);
    }
    FileCache files;
    TRY(start.scene, options.scene(start, files, report));
    return std::optional(std::move(start));
}

Result<int> printed(const std::string& text)
{
    TRY_DONE(writeStandardOutput(text));
    return 0;
}

// Its own options, and those that every command has.
void declareOptions(const Declared& declared)
{
    Options& options = *declared.options;
    declared.command->declare(options);
    options.addFlag("--json-errors", "Print errors and warnings as JSON objects.");
    options.addFlag("--strict", "Treat a warning as an error (exit code 3) and write nothing.");
    options.addFlag("--quiet", "Print no progress and no warnings.");
    options.add("--threads", "N",
                "Use at most N threads. Results stay the same. If not given, as many as there are processors.");
}

Status limitThreads(const Options& options)
{
    if (!options.given("--threads"))
        return Done{};
    const Result<std::int64_t> threads = parseInteger(options.text("--threads"));
    if (!threads.ok() || *threads < 1 || *threads > 4096)
        return usageError("RANGE", "--threads",
                          WORDS("%1 is not a number of threads").with(inQuotes(options.text("--threads"))),
                          WORDS("use a number from 1 to 4096"));
    limitWorkers(static_cast<int>(*threads));
    return Done{};
}

bool asksForHelp(std::string_view word)
{
    return word == "-h" || word == "--help";
}

// The words of a command line, the last one first, as CLI11 reads them. It would give "--text=" the next word as its
// value.
std::vector<std::string> wordsOf(int argc, char** argv)
{
    std::vector<std::string> words;
    bool options = true; // until "--"
    for (const std::string_view word : std::span(argv, static_cast<std::size_t>(argc)).subspan(argc > 0 ? 1 : 0)) {
        options = options && word != "--";
        const bool empty = options && word.starts_with("--") && word.find('=') == word.size() - 1;
        words.emplace_back(word.substr(0, word.size() - (empty ? 1 : 0)));
        if (empty)
            words.emplace_back();
    }
    std::ranges::reverse(words);
    return words;
}

// Parses the command line. Functions return the exit code.
class Words
{
public:
    Words()
        : m_app("Phasor, a laboratory for positional encodings. Without a command it opens its window.")
        , m_ofWindow(m_app)
    {
        m_app.name("phasor");
        m_app.set_version_flag("-V,--version", "phasor " PHASOR_VERSION, "Print the version.");
        m_app.set_help_flag("-h,--help", "Print this help.");
        m_app
            .add_option("FILE", m_file,
                        "A session, a figure made by Phasor, or a matrix (.npy, .npz, .safetensors, .csv) to open in "
                        "the window.")
            ->type_name("");
        m_ofWindow.addParameters();
        for (const Command* command : kCommands) {
            CLI::App* sub = m_app.add_subcommand(std::string(command->name), std::string(command->summary));
            sub->set_help_flag("-h,--help", "Print this help.");
            m_commands.push_back({command, sub, std::make_unique<Options>(*sub)});
        }
        // Only when it is used: all commands have 500 options, a tenth of the start.
        for (const Declared& one : m_commands)
            one.app->preparse_callback([&one](std::size_t) { declareOptions(one); });
        m_app.require_subcommand(0, 1);
    }

    std::optional<WindowStart> window; // set by parsed() if there was no command

    Result<int> parsed(int argc, char** argv, Report& report)
    {
        const std::string_view first = argc > 1 ? argv[1] : "";
        if (first == "help" || first == "completion")
            return first == "help" ? help(argc > 2 ? argv[2] : "") : completion(argc > 2 ? argv[2] : "");
        try {
            m_app.parse(wordsOf(argc, argv));
        } catch (const CLI::CallForHelp&) {
            return printHelp(chosen());
        } catch (const CLI::CallForVersion& version) {
            return printed(std::string(version.what()) + "\n");
        } catch (const CLI::ParseError& error) {
            if (chosen() == nullptr && !first.starts_with('-') && isCommandMistyped(std::string(first)))
                return noCommand(std::string(first));
            return reworded(error, chosen() != nullptr ? *chosen()->app : m_app);
        }
        const Declared* command = chosen();
        if (command == nullptr) {
            if (isCommandMistyped(m_file))
                return noCommand(m_file);
            TRY(const std::optional<Document> start, startOfWindow(m_ofWindow, m_file, report));
            window = WindowStart{.file = m_file, .document = start};
            return 0;
        }
        report.strict = command->options->given("--strict");
        report.quiet = command->options->given("--quiet");
        if (!m_file.empty()) // after --
            return usageError("OPTION", WORDS("command line"), WORDS("%1 is not expected here").with(inQuotes(m_file)),
                              seeHelp());
        const std::string name(command->command->name);
        if (m_ofWindow.anyGiven()) // the window's options, which a command ignores
            return usageError("OPTION", WORDS("command line"),
                              WORDS("there are options before the command %1").with(name),
                              WORDS("write them after it: phasor %1 …").with(name));
        TRY_DONE(limitThreads(*command->options));
        if (command->command == &kLessonCommand) {
            TRY(window, lessonForWindow(*command->options));
        }
        return window ? 0 : runCommand(*command, report);
    }

private:
    const Declared* chosen() const
    {
        const auto found = std::ranges::find_if(m_commands, [](const Declared& one) { return one.app->parsed(); });
        return found == m_commands.end() ? nullptr : &*found;
    }

    Result<int> printHelp(const Declared* declared) const
    {
        constexpr int kLeastColumns = 40;
        const auto columns = static_cast<std::size_t>(std::max(kLeastColumns, outputColumns()));
        return printed(declared != nullptr ? helpText(*declared, columns) : helpText(m_app, m_commands, columns));
    }

    Result<int> help(std::string_view topic) const // `phasor help TOPIC`
    {
        if (topic.empty() || topic == "help" || asksForHelp(topic))
            return printHelp(nullptr);
        if (topic == "completion")
            return completion("--help");
        const auto found = std::ranges::find(m_commands, topic, [](const Declared& one) { return one.command->name; });
        if (found == m_commands.end())
            return noCommand(std::string(topic));
        declareOptions(*found);
        return printHelp(&*found);
    }

    Result<int> completion(std::string_view shell) const
    {
        if (asksForHelp(shell))
            return printed("Usage: phasor completion bash|zsh|fish\n\nPrint the shell's completions for phasor.\n");
        std::ranges::for_each(m_commands, declareOptions);
        const std::string script = completionScript(shell, m_commands);
        if (!script.empty())
            return printed(script);
        return usageError("ENUM", Message::verbatim("completion"),
                          WORDS("%1 is not a known shell").with(inQuotes(shell)), WORDS("use bash, zsh or fish"));
    }

    CLI::App m_app;
    Options m_ofWindow;
    std::string m_file;
    std::vector<Declared> m_commands;
};

} // namespace

int runProgram(int argc, char** argv)
{
    prepareStreams();
    Report report;
    // Command-line errors follow --json-errors, so it is looked up before parsing.
    report.json = std::count(argv, argv + argc, std::string_view("--json-errors")) > 0;
    installCrashReport(report.json);
    const Result<int> result = guarded([&]() -> Result<int> {
        auto words = std::make_unique<Words>();
        TRY(const int code, words->parsed(argc, argv, report));
        const std::optional<WindowStart> window = std::move(words->window);
        words.reset(); // frees a megabyte of options, for the window's use
        return window ? runWindow(argc, argv, *window, report) : Result<int>(code);
    });
    return result.ok() ? *result : report.fail(result.error());
}

} // namespace phasor
