// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string_view>

namespace phasor {

// BERT's tokens that stand for no piece of the text, in the order of the ids that `words` gives them.
inline constexpr std::array<std::string_view, 5> kSpecialTokens{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"};

} // namespace phasor
