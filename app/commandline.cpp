// SPDX-License-Identifier: GPL-3.0-or-later
#include "commandline.h"

#include "text/spelling.h"

#include <CLI/CLI.hpp>

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
    return nearest.empty() ? WORDS("`phasor help` lists the commands, `phasor help COMMAND` its options")
                           : WORDS("did you mean %1?").with(nearest);
}

Error reworded(const CLI::ParseError& error, const CLI::App& app)
{
    const std::string text = error.what();
    // Unknown options first: they are usually the reason why a required option is missing.
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
        return usageError("MISSING", text.substr(0, text.find(' ')), WORDS("is required"),
                          WORDS("add it with a value"));
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ArgumentMismatch))
        return usageError("ARGUMENTS", where,
                          text.find("At Most") != std::string::npos || text.find("more") != std::string::npos
                              ? WORDS("given twice")
                              : WORDS("its value is missing"),
                          WORDS("use it once with one value"));
    return usageError("SYNTAX", where, Message::verbatim(text), seeHelp({}));
}

} // namespace phasor
