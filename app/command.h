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

// One command of the program. A new command is one file and one line in main.cpp.
struct Command
{
    std::string_view name;
    std::string_view summary;
    std::string_view examples; // lines for the help
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

// The window; `file` is a matrix, a session or a figure to open, or empty; `start` what to begin with in place of what
// the window remembers.
int runWindow(int argc, char** argv, const std::string& file, const std::optional<Document>& start);

} // namespace phasor
