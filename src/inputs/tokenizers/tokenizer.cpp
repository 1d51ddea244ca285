// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/tokenizers/tokenizer.h"

#include "inputs/filecache.h"
#include "inputs/tokenizers/sentencepiece.h"
#include "inputs/tokenizers/wordpiece.h"
#include "inputs/tokenizers/wordtokenizer.h"
#include "text/utf8.h"

#include <array>

namespace phasor {

namespace {

std::string byteText(unsigned char byte)
{
    constexpr std::string_view kHex = "0123456789abcdef";
    if (byte > 0x20 && byte < 0x7f)
        return {static_cast<char>(byte)};
    return {'\\', 'x', kHex[byte >> 4], kHex[byte & 0xf]};
}

class ByteTokenizer final : public Tokenizer
{
    Tokens split(std::string_view text) const override
    {
        Tokens tokens;
        tokens.vocab = 256;
        tokens.ids.reserve(text.size());
        tokens.texts.reserve(text.size());
        for (const char c : text) {
            const auto byte = static_cast<unsigned char>(c);
            tokens.add(byte, byteText(byte));
        }
        return tokens;
    }
};

// The tokenizer `bytes`: the id of a byte is its value, its text itself where it can be seen, else "\x0a".
TokenizerPtr makeByteTokenizer()
{
    static const ByteTokenizer tokenizer; // has no state: all share it
    return {std::shared_ptr<void>(), &tokenizer};
}

constexpr std::array<TokenizerInfo, 4> kTokenizers{{
    {"words", WORDS("Words"),
     WORDS("Splits at white space and punctuation, lower-cases, numbers the words as they first appear, and puts the "
           "sentence between [CLS] and [SEP]."),
     makeWordTokenizer, nullptr},
    {"bytes", WORDS("UTF-8 bytes"), WORDS("Every byte of the text is a token; its id is its value, 0 to 255."),
     makeByteTokenizer, nullptr},
    {"wordpiece", WORDS("WordPiece vocabulary"),
     WORDS("BERT's tokenizer with its vocab.txt, one token a line: wordpiece:FILE; a vocabulary without capitals "
           "lower-cases the text and takes its accents off."),
     nullptr, makeWordPiece},
    {"sentencepiece", WORDS("SentencePiece model"),
     WORDS("The tokenizer of T5 and Llama with its .model: sentencepiece:FILE; neither <s> nor </s> is added."),
     nullptr, makeSentencePiece},
}};

Error unknownTokenizer(std::string_view spec)
{
    std::string known;
    for (const TokenizerInfo& info : kTokenizers)
        known += (known.empty() ? "" : ", ") + std::string(info.id) + (info.make ? "" : ":FILE");
    return usageError("ENUM", "--tokenizer", WORDS("unknown tokenizer %1").with(inQuotes(spec)),
                      WORDS("tokenizers: %1").with(known));
}

} // namespace

Result<Tokens> Tokenizer::tokenize(std::string_view text) const
{
    if (const auto bad = firstInvalidUtf8(text)) {
        Error error = usageError("UTF8", "--text", WORDS("this byte is not UTF-8"), WORDS("convert the text to UTF-8"));
        error.offset = static_cast<std::int64_t>(*bad);
        return error;
    }
    Tokens tokens = split(text);
    if (tokens.ids.empty())
        tokens.warnings.push_back({"EMPTY", WORDS("0 tokens")});
    return tokens;
}

std::span<const TokenizerInfo> tokenizers()
{
    return kTokenizers;
}

Result<TokenizerPtr> makeTokenizer(std::string_view spec, FileCache& files)
{
    const std::size_t colon = spec.find(':');
    for (const TokenizerInfo& info : kTokenizers) {
        if (info.make != nullptr && info.id == spec)
            return info.make();
        if (info.makeFromFile != nullptr && colon != std::string_view::npos && info.id == spec.substr(0, colon)) {
            const std::string path(spec.substr(colon + 1));
            return files.get<Tokenizer>(info.id, path,
                                        [&](const InputFile& file) -> Result<std::shared_ptr<const FileContent>> {
                                            Result<TokenizerPtr> made = info.makeFromFile(file);
                                            if (!made.ok())
                                                return inFile(path, made.error());
                                            return std::shared_ptr<const FileContent>(std::move(*made));
                                        });
        }
    }
    return unknownTokenizer(spec);
}

} // namespace phasor
