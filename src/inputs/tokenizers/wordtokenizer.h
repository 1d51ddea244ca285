// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/tokenizers/tokenizer.h"

namespace phasor {

// Tokenizer `words`. It splits at white space and control characters, which are no tokens. Every punctuation mark,
// pictograph and Han character is a token, with its combining marks. Letters become lower case. [PAD] [UNK] [CLS] [SEP]
// [MASK] are single tokens with the ids 0 … 4; words get 5, 6 … in the order of first appearance. [CLS] and [SEP] are
// put around a sentence without them.
TokenizerPtr makeWordTokenizer();

} // namespace phasor
