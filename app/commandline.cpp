// SPDX-License-Identifier: GPL-3.0-or-later
#include "commandline.h"

#include "text/spelling.h"

#include <CLI/CLI.hpp>

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

Message seeHelp(const std::string& nearest)
{
    return nearest.empty() ? WORDS("see --help") : WORDS("did you mean %1? See --help").with(nearest);
}

Error reworded(const CLI::ParseError& error, const CLI::App& app)
{
    const std::string text = error.what();
    // First, as it is why a required option is missing, as a rule.
    if (const std::vector<std::string> extras = app.remaining(true); !extras.empty()) {
        const std::string& name = extras.front();
        const std::string nearest = nearestOption(app, name.substr(0, name.find('=')));
        const bool option = name.starts_with("-");
        return usageError("OPTION", option ? quotedPlace(name) : WORDS("command line"),
                          option ? WORDS("unknown option") : WORDS("%1 is not expected here").with(inQuotes(name)),
                          seeHelp(nearest));
    }
    const std::size_t colon = text.find(':');
    const Message where = text.starts_with("-") && colon != std::string::npos ? Message::option(text.substr(0, colon))
                                                                              : WORDS("command line");
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::RequiredError))
        return usageError("MISSING", text.substr(0, text.find(' ')), WORDS("is required"), WORDS("see --help"));
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ArgumentMismatch))
        return usageError("ARGUMENTS", where,
                          text.find("At Most") != std::string::npos || text.find("more") != std::string::npos
                              ? WORDS("given twice")
                              : WORDS("its value is missing"),
                          WORDS("give it once with one value"));
    return usageError("SYNTAX", where, Message::verbatim(text), WORDS("see --help"));
}

} // namespace phasor
