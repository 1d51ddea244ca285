// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/words.h"

#include <algorithm>
#include <numeric>

namespace phasor {

static std::size_t distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row[b.size()];
}

static Error unfinished(SourceText what, std::size_t at)
{
    Error error
        = usageError("SYNTAX", Message(), what, WORDS("write it as after `phasor stats`, with quotes in pairs"));
    error.offset = static_cast<std::int64_t>(at);
    return error;
}

std::string_view nearestWord(std::string_view typed, std::span<const std::string_view> words)
{
    constexpr std::size_t kMostEdits = 3;
    std::string_view nearest;
    std::size_t fewest = std::min(kMostEdits + 1, typed.size());
    for (const std::string_view word : words) {
        // A difference in length needs as many edits at least, so long input is rejected at once.
        const std::size_t longer = std::max(word.size(), typed.size()) - std::min(word.size(), typed.size());
        if (longer >= fewest)
            continue;
        if (const std::size_t edits = distance(typed, word); edits < fewest) {
            fewest = edits;
            nearest = word;
        }
    }
    return nearest;
}

Message didYouMean(std::string_view typed, std::span<const std::string_view> words, Message otherwise)
{
    const std::string nearest(nearestWord(typed, words));
    return nearest.empty() ? std::move(otherwise) : WORDS("did you mean %1?").with(nearest);
}

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
                return unfinished(WORDS("a backslash is at the end"), i);
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
        return unfinished(WORDS("a quote is not closed"), quoted);
    return words;
}

} // namespace phasor
