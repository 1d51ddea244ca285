// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/tokenizers/tokenizer.h"

namespace phasor {

// The tokenizer `bytes`: the id of a byte is its value, its text itself where it can be seen, else "\x0a".
TokenizerPtr makeByteTokenizer();

} // namespace phasor
