// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace phasor {

// The words of BERT's BasicTokenizer (google-research/bert, tokenization.py): split at white space, Chinese characters
// and punctuation marks are words of their own, control characters are left out. `uncased`: lower case, without
// accents. `text` is well-formed UTF-8.
std::vector<std::u32string> bertWords(std::string_view text, bool uncased);

} // namespace phasor
