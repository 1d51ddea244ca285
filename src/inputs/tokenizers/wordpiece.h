// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/tokenizers/tokenizer.h"

namespace phasor {

// Tokenizer `wordpiece:FILE`, BERT's (Devlin et al. 2019). It cuts each of the bertWords() from its front into the
// longest pieces of the vocabulary, a vocab.txt; later pieces begin with "##". A word of more than 100 characters, or
// with a part that no piece fits, is [UNK]. [PAD] [UNK] [CLS] [SEP] [MASK] are single tokens if the vocabulary has
// them; [CLS] and [SEP] are put around a sentence without them. Errors: Input LIMIT (more than 16 MiB, 2^20 lines, 4096
// bytes in a line), EMPTY, BINARY (a NUL byte), UTF8, with line and column.
Result<TokenizerPtr> makeWordPiece(const InputFile& file);

} // namespace phasor
