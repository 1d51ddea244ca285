// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/document.h"
#include "system/cancelscope.h"
#include "text/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace phasor {

class Options;
class Report;

// A command of the program. A new one needs one file and one line in main.cpp.
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

// Runs the window. `file`: a matrix, session or figure to open, or empty. `start`: what the window shows first, instead
// of its saved settings.
int runWindow(int argc, char** argv, const std::string& file, const std::optional<Document>& start);

} // namespace phasor
