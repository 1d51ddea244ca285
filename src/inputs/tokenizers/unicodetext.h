// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace phasor {

// What Python's str and unicodedata do (Unicode 14), as far as BERT's tokenizer needs it. Any value is allowed.
bool isOther(char32_t code); // categories C*: control, format, private use, not assigned
bool isNonspacingMark(char32_t code); // category Mn

// str.lower(): as lowerCase(), but İ becomes two code points, and a Σ that ends a word becomes ς.
std::u32string lowered(std::u32string_view text);

// The canonical decomposition (NFD) without its nonspacing marks: é becomes e, Korean syllables become their letters.
std::u32string withoutAccents(std::u32string_view text);

} // namespace phasor
