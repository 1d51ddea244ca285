// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/tokenizers/sentencepiece.h"

#include <sentencepiece_processor.h>

#include <exception>

namespace phasor {

namespace {

constexpr std::int64_t kLargestModel = 64 << 20; // bytes; that of Llama 2 has half a MiB

class SentencePiece final : public Tokenizer
{
public:
    // Whether `model`, the bytes of its file, is one.
    bool load(const std::string& model)
    {
        try {
            m_bytes = model.size();
            return m_processor.LoadFromSerializedProto(model).ok() && m_processor.GetPieceSize() > 0;
        } catch (const std::exception&) { // what the library checks last, a piece without letters for one
            return false;
        }
    }

    std::uint64_t memory() const override { return 4 * m_bytes; } // with what it is looked up in

private:
    Tokens split(std::string_view text) const override
    {
        Tokens tokens;
        const sentencepiece::ImmutableSentencePieceText pieces
            = m_processor.EncodeAsImmutableProto(std::string_view(text));
        for (int i = 0; i < static_cast<int>(pieces.pieces_size()); ++i)
            tokens.add(pieces.pieces(i).id(), pieces.pieces(i).piece());
        tokens.vocab = m_processor.GetPieceSize();
        return tokens;
    }

    sentencepiece::SentencePieceProcessor m_processor;
    std::uint64_t m_bytes = 0;
};

} // namespace

Result<TokenizerPtr> makeSentencePiece(const InputFile& file)
{
    TRY(const std::string model, file.all(kLargestModel));
    auto tokenizer = std::make_shared<SentencePiece>();
    if (!tokenizer->load(model))
        return Error{.kind = ErrorKind::Input,
                     .code = "MODEL",
                     .what = WORDS("this is no model of SentencePiece"),
                     .remedy = WORDS("give a file that SentencePiece wrote, such as tokenizer.model")};
    return TokenizerPtr(std::move(tokenizer));
}

} // namespace phasor
