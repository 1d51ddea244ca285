// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/inputfile.h"
#include "inputs/warning.h"
#include "text/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace phasor {

// BERT's vocab.txt: one token a line, its id is the number of the line, from 0; "##ing" goes on with a word.
// Immutable.
class WordPieceVocabulary
{
public:
    // Errors: Input LIMIT (more than 16 MiB, 2^20 lines, 4096 bytes in a line), EMPTY, BINARY (a NUL byte), UTF8, with
    // line and column.
    static Result<WordPieceVocabulary> read(const InputFile& file);

    std::optional<std::int64_t> find(std::string_view token) const { return find(m_words, token); }
    std::optional<std::int64_t> findContinuation(std::string_view rest) const { return find(m_continuations, rest); }
    std::string_view token(std::int64_t id) const { return m_tokens[static_cast<std::size_t>(id)]; }
    std::int64_t size() const { return static_cast<std::int64_t>(m_tokens.size()); }
    std::size_t longest() const { return m_longest; } // bytes of the longest token
    bool uncased() const { return m_uncased; } // no capital letter but in special tokens, [CLS]
    // BLANK, DUP, SPACE lines; NOUNK, NOFRAME: a token that the sentence needs is missing.
    const std::vector<Warning>& warnings() const { return m_warnings; }
    std::uint64_t memory() const;

private:
    using Ids = std::unordered_map<std::string_view, std::int64_t>;

    static std::optional<std::int64_t> find(const Ids& ids, std::string_view token)
    {
        const auto found = ids.find(token);
        return found == ids.end() ? std::nullopt : std::optional(found->second);
    }
    void addLine(std::string_view line);
    void warn();

    // Lines that are worth a warning: how many, and the first of them.
    struct Lines
    {
        std::int64_t count = 0;
        std::int64_t first = 0; // from 1
        void add(std::int64_t line);
    };
    void warnOf(const Lines& lines, const char* code, SourceText one, SourceText more);

    std::unique_ptr<const std::string> m_text; // where the tokens lie; its address stays when this moves
    std::vector<std::string_view> m_tokens;
    Ids m_words;
    Ids m_continuations; // without their "##"
    std::size_t m_longest = 0;
    bool m_uncased = true;
    Lines m_blank;
    Lines m_repeated;
    Lines m_spaced;
    std::vector<Warning> m_warnings;
};

} // namespace phasor
