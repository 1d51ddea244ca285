// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/tokenizers/tokenizer.h"

namespace phasor {

// The tokenizer `words`. Splits at white space and control characters, which give no token; every punctuation mark,
// pictograph and Han character is a token of its own, with the marks that combine with it. Letters become lower case.
// [PAD] [UNK] [CLS] [SEP] [MASK], written so, are whole tokens with the ids 0 … 4; words have 5, 6 … in the order of
// their first appearance. [CLS] and [SEP] are put around the sentence where it does not have them.
TokenizerPtr makeWordTokenizer();

} // namespace phasor
