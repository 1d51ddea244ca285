// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace phasor {

// Properties of code points, Unicode 14. Any value is allowed.
bool isWhiteSpace(char32_t code); // property White_Space
bool isControl(char32_t code); // category Cc
bool isPunctuation(char32_t code); // categories P*, and all of ASCII's marks and symbols
bool isMark(char32_t code); // categories M*: combines with what stands before it
bool isIdeograph(char32_t code); // Han characters: words are not separated by spaces
bool isPictograph(char32_t code); // emoji and other pictures
char32_t lowerCase(char32_t code); // one to one; others stay

// Bytes of what a reader sees as one character at the start of `text` (well-formed, not empty): a code point with its
// marks, an emoji with its modifiers, parts that are joined by ZERO WIDTH JOINER, a flag.
std::size_t clusterLength(std::string_view text);

} // namespace phasor
