// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/filecache.h"

#include <array>

namespace phasor {

struct Tokens
{
    std::vector<std::int64_t> ids = {}; // 0 … vocab - 1
    std::vector<std::string> texts = {}; // one a token, UTF-8, not empty
    std::int64_t vocab = 0; // rows that an embedding table needs
    std::vector<Warning> warnings = {};

    void add(std::int64_t id, std::string_view text)
    {
        ids.push_back(id);
        texts.emplace_back(text);
    }
};

// Cuts a text into tokens. Immutable; any thread.
class Tokenizer final : public FileContent
{
public:
    using Split = std::function<Tokens(std::string_view utf8)>; // of a well-formed text

    // `memory`: bytes that it holds, about.
    explicit Tokenizer(Split split, std::uint64_t memory = 0)
        : m_split(std::move(split))
        , m_memory(memory)
    {
    }

    // Tokens of a text. No token at all is a warning (EMPTY, "0 tokens"), not an Error. Error: Usage UTF8 (where =
    // "--text", the offset is that of the first invalid byte).
    Result<Tokens> tokenize(std::string_view text) const;

    std::uint64_t memory() const override { return m_memory; }

private:
    Split m_split;
    std::uint64_t m_memory;
};

using TokenizerPtr = std::shared_ptr<const Tokenizer>;

struct TokenizerInfo
{
    std::string_view id; // on the command line: "words"; one that is made from a file is "wordpiece:FILE"
    SourceText label;
    SourceText explanation; // one sentence
    TokenizerPtr (*make)() = nullptr;
    // Set if it needs a file, else `make` is. Errors: Input with the line or the byte; the caller sets `where`.
    Result<TokenizerPtr> (*makeFromFile)(const InputFile& file) = nullptr;
};

// The explicit list: a new tokenizer is one line in tokenizer.cpp.
std::span<const TokenizerInfo> tokenizers();

// The tokenizer of "words" or "wordpiece:FILE"; the same object as long as the file does not change. Errors: Usage ENUM
// (unknown tokenizer, where = "--tokenizer"); Input, the file is refused.
Result<TokenizerPtr> makeTokenizer(std::string_view spec, FileCache& files);

// Tokenizer `wordpiece:FILE`, BERT's (Devlin et al. 2019). It cuts each of BERT's words from its front into the longest
// pieces of the vocabulary, a vocab.txt; later pieces begin with "##". A word of more than 100 characters, or with a
// part that no piece fits, is [UNK]. [PAD] [UNK] [CLS] [SEP] [MASK] are single tokens if the vocabulary has them; [CLS]
// and [SEP] are put around a sentence without them. Errors: Input LIMIT (more than 16 MiB, 2^20 lines, 4096 bytes in a
// line), EMPTY, BINARY (a NUL byte), UTF8, with line and column.
Result<TokenizerPtr> makeWordPiece(const InputFile& file);

// BERT's special tokens, which are no pieces of the text, in the order of their ids in `words`.
inline constexpr std::array<std::string_view, 5> kSpecialTokens{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"};

// Puts [CLS] and [SEP], with these ids, around a sentence that does not have them.
inline void frame(Tokens& tokens, std::int64_t cls, std::int64_t sep)
{
    if (tokens.ids.empty())
        return;
    if (tokens.ids.front() != cls) {
        tokens.ids.insert(tokens.ids.begin(), cls);
        tokens.texts.insert(tokens.texts.begin(), "[CLS]");
    }
    if (tokens.ids.back() != sep)
        tokens.add(sep, "[SEP]");
}

} // namespace phasor
