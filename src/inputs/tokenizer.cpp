// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/tokenizer.h"

#include "inputs/wordtokenizer.h"
#include "text/utf8.h"

#include <algorithm>
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

Tokens tokenizeBytes(std::string_view text)
{
    Tokens tokens;
    tokens.vocab = 256;
    tokens.ids.reserve(text.size());
    tokens.texts.reserve(text.size());
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        tokens.ids.push_back(byte);
        tokens.texts.push_back(byteText(byte));
    }
    return tokens;
}

constexpr std::array<TokenizerInfo, 2> kTokenizers{{
    {"words", "Words",
     "Splits at white space and punctuation, lower-cases, numbers the words as they first appear, and puts the "
     "sentence "
     "between [CLS] and [SEP].",
     tokenizeWords},
    {"bytes", "UTF-8 bytes", "Every byte of the text is a token; its id is its value, 0 to 255.", tokenizeBytes},
}};

Error unknownTokenizer(std::string_view name)
{
    Error error;
    error.kind = ErrorKind::Usage;
    error.code = "ENUM";
    error.where = "--tokenizer";
    error.what = "unknown tokenizer " + quoted(name);
    if (name.starts_with("wordpiece:") || name.starts_with("sentencepiece:"))
        error.what = "vocabulary files cannot be read by this version: " + quoted(name);
    error.remedy = "tokenizers:";
    for (const TokenizerInfo& info : kTokenizers)
        ((error.remedy += &info == &kTokenizers.front() ? " " : ", ") += info.id);
    return error;
}

} // namespace

std::span<const TokenizerInfo> tokenizers()
{
    return kTokenizers;
}

Result<Tokens> tokenize(std::string_view tokenizer, std::string_view text)
{
    const auto info = std::ranges::find(kTokenizers, tokenizer, &TokenizerInfo::id);
    if (info == kTokenizers.end())
        return unknownTokenizer(tokenizer);
    if (const auto bad = firstInvalidUtf8(text)) {
        Error error;
        error.kind = ErrorKind::Usage;
        error.code = "UTF8";
        error.where = "--text";
        error.offset = static_cast<std::int64_t>(*bad);
        error.what = "this byte is not UTF-8";
        error.remedy = "convert the text to UTF-8";
        return error;
    }
    Tokens tokens = info->tokenize(text);
    if (tokens.ids.empty())
        tokens.warnings.push_back({"EMPTY", "0 tokens"});
    return tokens;
}

} // namespace phasor
