// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameters.h"

namespace phasor {

class Tokenizer;

// Tokens of the rows of every stage except the encoding. Immutable. Without a sentence row i has token i. Only a
// sentence's tokens are stored: other rows and padding cost no memory, so that there may be 2^31 - 1 of them.
class TokenSequence
{
public:
    // Everything that a sequence is made from; equal setups make equal sequences.
    struct Setup
    {
        SentenceSettings sentence = {};
        std::int64_t maxLen = 5000;
        std::optional<std::string> protect = {}; // of the dropout: "[CLS],[SEP]"
        // Rows of an embedding table from a file. They are the vocabulary and, without a sentence, the length of the
        // sequence.
        std::optional<std::int64_t> tableRows = {};
        std::shared_ptr<const std::vector<std::string>> rowNames = {}; // of that table; null: it has none
        // Tokenizer named by `sentence`; only needed for a text.
        std::shared_ptr<const Tokenizer> tokenizer = {};
        bool operator==(const Setup&) const = default;
    };

    // Errors: a text that is refused, a vocabulary too small for the ids.
    static Result<TokenSequence> make(const Setup& setup);

    std::int64_t length() const { return m_length; } // rows
    std::int64_t vocab() const { return m_vocab; } // rows of the embedding table
    bool hasText() const { return m_hasText; }
    bool hasNames() const { return m_hasText || m_rowNames; } // label() is more than a number
    std::int64_t textLength() const { return m_textLength; } // rows that are tokens of the text
    std::int64_t id(std::int64_t row) const
    {
        if (!m_hasText)
            return row;
        return row < m_textLength ? m_ids[static_cast<std::size_t>(row)] : kPaddingId;
    }
    // The token's text; without a sentence the name of the table's row, or its number.
    std::string label(std::int64_t row) const;
    // Whether the row's token is in the parameter `protect`.
    bool isProtected(std::int64_t row) const
    {
        return row < m_textLength ? !m_protected.empty() && m_protected[static_cast<std::size_t>(row)]
                                  : m_paddingProtected;
    }
    bool hasProtected() const { return !m_protected.empty() || m_paddingProtected; }
    // Whether the row is after the end of the text: attention_mask == 0.
    bool isPadding(std::int64_t row) const { return m_hasText && row >= m_textLength; }
    bool hasPadding() const { return m_hasText && m_length > m_textLength; }
    const std::vector<Message>& warnings() const { return m_warnings; }

private:
    static constexpr std::int64_t kPaddingId = 0;

    Status readText(const Setup& setup);
    void markProtected(const Setup& setup);

    std::int64_t m_length = 0;
    std::int64_t m_textLength = 0;
    std::int64_t m_vocab = 0;
    bool m_hasText = false;
    std::vector<std::int64_t> m_ids;
    std::vector<std::string> m_labels;
    std::shared_ptr<const std::vector<std::string>> m_rowNames;
    std::vector<bool> m_protected; // by row of the text
    bool m_paddingProtected = false;
    std::vector<Message> m_warnings;
};

} // namespace phasor
