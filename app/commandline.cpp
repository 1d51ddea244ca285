// SPDX-License-Identifier: GPL-3.0-or-later
#include "commandline.h"

#include "text/spelling.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <utility>

namespace phasor {

namespace {

Error unfinished(SourceText what)
{
    return usageError("SYNTAX", Message(), what, WORDS("write it as after `phasor stats`, with quotes in pairs"));
}

} // namespace

Result<std::vector<std::string>> shellWords(std::string_view line)
{
    std::vector<std::string> words;
    std::optional<std::string> word; // word being read; it may be ""
    char quote = 0; // open quotation mark, or 0
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (quote == 0 && blank) {
            if (word)
                words.push_back(*std::exchange(word, std::nullopt));
            continue;
        }
        if (!word)
            word.emplace();
        const char next = i + 1 < line.size() ? line[i + 1] : '\0';
        if (c == '\\' && (quote == 0 || (quote == '"' && (next == '"' || next == '\\')))) {
            if (i + 1 == line.size())
                return unfinished(WORDS("ends with a backslash"));
            *word += next;
            ++i;
        } else if (c == quote) {
            quote = 0;
        } else if (quote == 0 && (c == '\'' || c == '"')) {
            quote = c;
        } else {
            *word += c;
        }
    }
    if (quote != 0)
        return unfinished(WORDS("has a quote that is not closed"));
    if (word)
        words.push_back(*word);
    return words;
}

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
