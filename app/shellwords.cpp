// SPDX-License-Identifier: GPL-3.0-or-later
#include "shellwords.h"

#include <optional>
#include <utility>

namespace phasor {

namespace {

Error unfinished(SourceText what)
{
    return usageError("SYNTAX", Message(), what, WORDS("write it as one would behind `phasor stats`, quotes in pairs"));
}

} // namespace

Result<std::vector<std::string>> shellWords(std::string_view line)
{
    std::vector<std::string> words;
    std::optional<std::string> word; // that is being read; "" is one
    char quote = 0; // that is open, or 0
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

} // namespace phasor
