// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace phasor {

// Properties of code points as utf8proc has them: Unicode 15 with utf8proc 2.8. Any value is allowed.
bool isWhiteSpace(char32_t code); // property White_Space
bool isControl(char32_t code); // category Cc
bool isPunctuation(char32_t code); // categories P*, and all of ASCII's marks and symbols
bool isMark(char32_t code); // categories M*: combines with the previous code point
bool isNonspacingMark(char32_t code); // category Mn
bool isOther(char32_t code); // categories C*: control, format, private use, not assigned
bool isIdeograph(char32_t code); // Han characters: words are not separated by spaces
bool isPictograph(char32_t code); // emoji and other pictures
char32_t lowerCase(char32_t code); // always one code point; İ stays, as its lower case has two

// Python's str.lower(): like lowerCase(), but İ becomes two code points, and a Σ at the end of a word becomes ς.
std::u32string lowered(std::u32string_view text);

// Canonical decomposition (NFD) without nonspacing marks: é becomes e, Korean syllables become their letters.
std::u32string withoutAccents(std::u32string_view text);

// Bytes of the first visible character of `text` (well-formed, not empty): a code point with its marks, an emoji with
// its modifiers, parts joined by ZERO WIDTH JOINER, a flag.
std::size_t clusterLength(std::string_view text);

} // namespace phasor
