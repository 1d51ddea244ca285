// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace phasor {

// UTF-8 is that of RFC 3629: no overlong forms, no surrogates, at most U+10FFFF.

// Offset of the first byte that does not belong to well-formed UTF-8; nothing if all of `text` is.
std::optional<std::size_t> firstInvalidUtf8(std::string_view text);

struct CodePoint
{
    char32_t value = 0;
    std::size_t length = 0; // bytes; 0: none is well-formed there
};

// The code point at byte `offset` < text.size(). Iterate by adding the length.
CodePoint codePointAt(std::string_view text, std::size_t offset);

void appendUtf8(std::string& out, char32_t value); // value: a Unicode scalar value

std::string escapedByte(char byte); // "\\x0a"

} // namespace phasor
