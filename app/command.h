// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/document.h"
#include "system/cancelscope.h"
#include "views/jsonnumbers.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace CLI { // NOLINT(readability-identifier-naming): the name of CLI11
class App;
class ParseError;
} // namespace CLI

namespace phasor {

class Options;
class Report;

// A command of the program. A new one needs one file and one line in program.cpp.
struct Command
{
    std::string_view name;
    std::string_view summary;
    std::string_view examples; // example lines for the help
    void (*declare)(Options& options);
    Status (*run)(const Options& options, Report& report, const CancelToken& cancel);
};

extern const Command kTableCommand;
extern const Command kFigureCommand;
extern const Command kStatsCommand;
extern const Command kCodeCommand;
extern const Command kCheckCommand;
extern const Command kCompareCommand;
extern const Command kTrainCommand;
extern const Command kBenchCommand;
extern const Command kListCommand;
extern const Command kLessonCommand;

Message seeHelp(); // where the commands and options are listed

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

// What the window shows first.
struct WindowStart
{
    std::string file = {}; // a matrix, session, figure or lesson to open; empty: none
    std::optional<Document> document = {}; // instead of the saved settings
    std::string lesson = {}; // an id or a file; empty: none
    std::optional<std::size_t> step = {}; // of the lesson, from 0
};
// `lesson` without --check and --out: the window, at its step. Errors: Usage RANGE; those of openLesson.
Result<std::optional<WindowStart>> lessonForWindow(const Options& options);

// The whole program: reads the command line, runs a command or the window, and returns the exit code.
int runProgram(int argc, char** argv);

// Runs the window. Errors: Usage DISPLAY, Resource THREADS.
Result<int> runWindow(int argc, char** argv, const WindowStart& start, const Report& report);

// Statistics of a scene's setups, with the keys of `phasor stats`: A's, and if there is a setup B, its own as "b" and
// A − B as "difference". Warnings of pipelines and measures go to `report`. `options`: the part to measure
// (addSelection). `keys`: what to measure, the others are null; empty: all. `progress` gets the finished share, 0 … 1.
Result<Json> numbersOf(const Scene& scene, const Options& options, const std::vector<std::string>& keys,
                       PipelineCache& cache, const CancelToken& cancel, Report& report,
                       const std::function<void(double)>& progress);

} // namespace phasor
