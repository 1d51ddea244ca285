// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/tokenizers/tokenizer.h"

namespace phasor {

// The tokenizer `sentencepiece:FILE`, a model of Kudo and Richardson 2018, unigram or BPE, as SentencePiece itself
// reads it: T5, Llama and XLM-R come with one. Neither <s> nor </s> is put around a sentence. Errors: Input LIMIT (more
// than 64 MiB), MODEL (no such model).
Result<TokenizerPtr> makeSentencePiece(const InputFile& file);

} // namespace phasor
