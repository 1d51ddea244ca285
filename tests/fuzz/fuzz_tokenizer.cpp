// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer: a tokenizer's file, WordPiece's vocabulary or a SentencePiece model (FUZZ_TOKENIZER). Whatever it accepts
// cuts texts into tokens of its vocabulary.
#include "fuzzfile.h"
#include "inputs/tokenizers/tokenizer.h"

#include <algorithm>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto infos = phasor::tokenizers();
    const auto info = std::ranges::find(infos, std::string_view(FUZZ_TOKENIZER), &phasor::TokenizerInfo::id);
    const phasor::Result<phasor::TokenizerPtr> made = info->makeFromFile(fuzzFile(data, size));
    if (!made.ok())
        return made.error().kind == phasor::ErrorKind::Input ? 0 : (std::abort(), 0);
    for (const char* text : {"", "the cat sat", "[CLS] Καλημέρα, naïve café! [SEP]", "\xe2\x96\x81 \t\n 東京 123"}) {
        const phasor::Result<phasor::Tokens> tokens = (*made)->tokenize(text);
        if (!tokens.ok() || tokens->ids.size() != tokens->texts.size())
            std::abort();
        for (const std::int64_t id : tokens->ids) {
            if (id < 0 || id >= tokens->vocab)
                std::abort();
        }
    }
    return 0;
}
