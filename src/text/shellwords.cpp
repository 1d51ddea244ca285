// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/shellwords.h"

namespace phasor {

namespace {

Error unfinished(SourceText what, std::size_t at)
{
    Error error
        = usageError("SYNTAX", Message(), what, WORDS("write it as after `phasor stats`, with quotes in pairs"));
    error.offset = static_cast<std::int64_t>(at);
    return error;
}

} // namespace

Result<std::vector<ShellWord>> shellWords(std::string_view text)
{
    std::vector<ShellWord> words;
    bool open = false; // a word is being read; it may be ""
    char quote = 0; // open quotation mark, or 0
    std::size_t quoted = 0; // where it is
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const char next = i + 1 < text.size() ? text[i + 1] : '\0';
        const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (quote == 0 && (blank || (c == '\\' && next == '\n'))) {
            open = false;
            continue;
        }
        if (!open)
            words.push_back({{}, i});
        open = true;
        std::string& word = words.back().text;
        if (c == '\\' && (quote == 0 || (quote == '"' && (next == '"' || next == '\\')))) {
            if (i + 1 == text.size())
                return unfinished(WORDS("ends with a backslash"), i);
            word += next;
            ++i;
        } else if (c == quote) {
            quote = 0;
        } else if (quote == 0 && (c == '\'' || c == '"')) {
            quote = c;
            quoted = i;
        } else {
            word += c;
        }
    }
    if (quote != 0)
        return unfinished(WORDS("has a quote that is not closed"), quoted);
    return words;
}

} // namespace phasor
