// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/tokenizers/tokenizer.h"

namespace phasor {

// The tokenizer `wordpiece:FILE`, BERT's (Devlin et al. 2019): bertWords(), each cut from its front into the longest
// pieces of the vocabulary, a vocab.txt, later pieces with "##" before them. A word of more than 100
// characters, or with a part that no piece fits, is [UNK]. [PAD] [UNK] [CLS] [SEP] [MASK], written so, are whole tokens
// where the vocabulary has them; [CLS] and [SEP] are put around a sentence that does not have them. Errors: Input
// LIMIT (more than 16 MiB, 2^20 lines, 4096 bytes in a line), EMPTY, BINARY (a NUL byte), UTF8, with line and column.
Result<TokenizerPtr> makeWordPiece(const InputFile& file);

} // namespace phasor
