// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/tokenizers/bytetokenizer.h"

namespace phasor {

namespace {

std::string byteText(unsigned char byte)
{
    constexpr std::string_view kHex = "0123456789abcdef";
    if (byte > 0x20 && byte < 0x7f)
        return {static_cast<char>(byte)};
    return {'\\', 'x', kHex[byte >> 4], kHex[byte & 0xf]};
}

class ByteTokenizer final : public Tokenizer
{
    Tokens split(std::string_view text) const override
    {
        Tokens tokens;
        tokens.vocab = 256;
        tokens.ids.reserve(text.size());
        tokens.texts.reserve(text.size());
        for (const char c : text) {
            const auto byte = static_cast<unsigned char>(c);
            tokens.ids.push_back(byte);
            tokens.texts.push_back(byteText(byte));
        }
        return tokens;
    }
};

} // namespace

TokenizerPtr makeByteTokenizer()
{
    static const ByteTokenizer tokenizer; // has no state: all share it
    return {std::shared_ptr<void>(), &tokenizer};
}

} // namespace phasor
