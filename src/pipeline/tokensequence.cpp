// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/tokensequence.h"

#include "inputs/tokenizers/tokenizer.h"

#include <algorithm>

namespace phasor {

constexpr std::string_view kPaddingLabel = "[PAD]";

// "[CLS], [SEP]" as a list, without blanks and empty names.
static std::vector<std::string> namesIn(const std::string& list)
{
    std::vector<std::string> names = partsOf(list);
    for (std::string& name : names) {
        name.erase(0, std::min(name.find_first_not_of(' '), name.size()));
        name.erase(name.find_last_not_of(' ') + 1);
    }
    std::erase(names, std::string());
    return names;
}

Result<TokenSequence> TokenSequence::make(const Setup& setup)
{
    const std::optional<std::int64_t>& tableRows = setup.tableRows;
    TokenSequence sequence;
    std::int64_t smallestVocab = 1;
    if (setup.sentence.text) {
        TRY_DONE(sequence.readText(setup));
        for (const std::int64_t id : sequence.m_ids)
            smallestVocab = std::max(smallestVocab, id + 1);
    } else {
        sequence.m_length
            = setup.sentence.seqLen.value_or(tableRows ? std::min(*tableRows, setup.maxLen) : setup.maxLen);
        sequence.m_vocab = smallestVocab = sequence.m_length;
        sequence.m_rowNames = setup.rowNames;
    }
    sequence.m_vocab = setup.sentence.vocab.value_or(tableRows.value_or(sequence.m_vocab));
    if (tableRows && sequence.m_vocab != *tableRows)
        return usageError("SHAPE", "--vocab",
                          WORDS("%1 tokens, but the embedding's file has %2 rows").with(sequence.m_vocab, *tableRows),
                          WORDS("leave %1 out").with(Message::option("--vocab")));
    if (sequence.m_vocab < smallestVocab)
        return usageError(
            "RANGE", tableRows ? "--embedding" : "--vocab",
            WORDS("the token id %2 is too large for a vocabulary of %1").with(sequence.m_vocab, smallestVocab - 1),
            !tableRows ? WORDS("use %1 or more").with(smallestVocab)
                : setup.sentence.text
                ? WORDS("use other words or a file of %1 rows or more").with(smallestVocab)
                : WORDS("use %1 or a file of %2 rows or more").with(Message::option("--text"), smallestVocab));
    sequence.markProtected(setup);
    return sequence;
}

Status TokenSequence::readText(const Setup& setup)
{
    TRY(Tokens tokens, setup.tokenizer->tokenize(*setup.sentence.text));
    m_hasText = true;
    m_ids = std::move(tokens.ids);
    m_labels = std::move(tokens.texts);
    m_vocab = tokens.vocab;
    for (const Warning& warning : tokens.warnings)
        m_warnings.push_back(warning.text);
    const auto count = static_cast<std::int64_t>(m_ids.size());
    const std::int64_t limit = setup.sentence.seqLen.value_or(setup.maxLen);
    if (count > limit)
        m_warnings.push_back(
            WORDS("the text has %1 tokens, but only the first %2 are used; raise %3 to use all")
                .with(count, limit, Message::option(setup.sentence.seqLen ? "--seq-len" : "--max-len")));
    m_length = setup.sentence.seqLen.value_or(std::min(count, setup.maxLen));
    m_textLength = std::min(count, m_length);
    m_ids.resize(static_cast<std::size_t>(m_textLength));
    m_labels.resize(static_cast<std::size_t>(m_textLength));
    return Done{};
}

void TokenSequence::markProtected(const Setup& setup)
{
    if (!setup.protect)
        return;
    const std::vector<std::string> names = namesIn(*setup.protect);
    if (!m_hasText) {
        if (!names.empty())
            m_warnings.push_back(WORDS("no token is protected, because there is no text"));
        return;
    }
    m_protected.resize(m_labels.size());
    for (const std::string& name : names) {
        bool found = hasPadding() && name == kPaddingLabel;
        m_paddingProtected = m_paddingProtected || found;
        for (std::size_t i = 0; i < m_labels.size(); ++i) {
            if (m_labels[i] == name)
                m_protected[i] = found = true;
        }
        if (!found)
            m_warnings.push_back(WORDS("the protected token %1 is not in the text").with(inQuotes(name)));
    }
}

std::string TokenSequence::label(std::int64_t row) const
{
    if (!m_hasText)
        return m_rowNames ? (*m_rowNames)[static_cast<std::size_t>(row)] : std::to_string(row);
    return row < m_textLength ? m_labels[static_cast<std::size_t>(row)] : std::string(kPaddingLabel);
}

} // namespace phasor
