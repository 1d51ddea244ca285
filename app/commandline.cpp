// SPDX-License-Identifier: GPL-3.0-or-later
#include "commandline.h"

#include "text/spelling.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace phasor {

namespace {

std::string nearestOption(const CLI::App& app, const std::string& name)
{
    std::vector<std::string> known;
    for (const CLI::Option* option : app.get_options())
        known.push_back(option->get_name());
    const std::vector<std::string_view> words(known.begin(), known.end());
    return std::string(nearestWord(name, words));
}

} // namespace

Error reworded(const CLI::ParseError& error, const CLI::App& app)
{
    const std::string text = error.what();
    // First, as it is why a required option is missing, as a rule.
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

} // namespace phasor
