// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/tokenizers/tokenizer.h"

#include <array>
#include <string_view>

namespace phasor {

// BERT's tokens that stand for no piece of the text, in the order of the ids that `words` gives them.
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
