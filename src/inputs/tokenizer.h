// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/warning.h"
#include "text/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace phasor {

struct Tokens
{
    std::vector<std::int64_t> ids; // 0 … vocab - 1
    std::vector<std::string> texts; // one a token, UTF-8, not empty
    std::int64_t vocab = 0; // rows that an embedding table needs
    std::vector<Warning> warnings;
};

struct TokenizerInfo
{
    std::string_view id; // on the command line: "words"
    std::string_view label;
    std::string_view explanation; // one sentence
    Tokens (*tokenize)(std::string_view utf8); // of well-formed text
};

std::span<const TokenizerInfo> tokenizers();

// Splits `text` with the tokenizer of that id. No token at all is a warning (EMPTY, "0 tokens"), not an Error.
// Errors, all of kind Usage: ENUM (no such tokenizer, where = "--tokenizer"), UTF8 (where = "--text", the offset is
// that of the first bad byte).
Result<Tokens> tokenize(std::string_view tokenizer, std::string_view text);

} // namespace phasor
