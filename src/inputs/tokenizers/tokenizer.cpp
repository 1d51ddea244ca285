// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/tokenizers/tokenizer.h"

#include "inputs/tokenizers/unicode.h"
#include "text/utf8.h"
#include "text/words.h"

#include <sentencepiece_processor.h>

#include <algorithm>
#include <deque>
#include <unordered_map>

namespace phasor {

namespace {

// Tokenizer `sentencepiece:FILE`, a model of Kudo and Richardson 2018, unigram or BPE, read by the SentencePiece
// library; T5, Llama and XLM-R have one. It adds neither <s> nor </s>. Errors: Input LIMIT (more than 64 MiB), MODEL
// (no such model).
Result<TokenizerPtr> makeSentencePiece(const InputFile& file)
{
    constexpr std::int64_t kLargest = 64 << 20; // bytes; that of Llama 2 has half a MiB
    TRY(const std::string model, file.all(kLargest));
    const auto processor = std::make_shared<sentencepiece::SentencePieceProcessor>();
    const auto loads = [&] {
        try {
            return processor->LoadFromSerializedProto(model).ok() && processor->GetPieceSize() > 0;
        } catch (const std::exception&) { // the library's last checks, such as a piece without letters
            return false;
        }
    };
    if (!loads())
        return inputError("MODEL", {}, {}, WORDS("this is not a SentencePiece model"),
                          WORDS("use a file that SentencePiece wrote, such as tokenizer.model"));
    const auto split = [processor](std::string_view text) {
        Tokens tokens{.vocab = processor->GetPieceSize()};
        const sentencepiece::ImmutableSentencePieceText pieces = processor->EncodeAsImmutableProto(text);
        for (int i = 0; i < static_cast<int>(pieces.pieces_size()); ++i)
            tokens.add(pieces.pieces(i).id(), pieces.pieces(i).piece());
        return tokens;
    };
    return TokenizerPtr(std::make_shared<Tokenizer>(split, 4 * model.size())); // with the look-up tables
}

// Tokenizer `bytes`: a byte's value is its id; its text is the byte itself if printable, else "\x0a".
Tokens byteTokens(std::string_view text)
{
    Tokens tokens{.vocab = 256};
    tokens.ids.reserve(text.size());
    tokens.texts.reserve(text.size());
    for (const char c : text)
        tokens.add(static_cast<unsigned char>(c), c > 0x20 && c < 0x7f ? std::string{c} : escapedByte(c));
    return tokens;
}

// Tokenizer `words`. It splits at white space and control characters, which are no tokens. Every punctuation mark,
// pictograph and Han character is a token, with its combining marks. Letters become lower case. [PAD] [UNK] [CLS] [SEP]
// [MASK] are single tokens with the ids 0 … 4; words get 5, 6 … in the order of first appearance. [CLS] and [SEP] are
// put around a sentence without them.
Tokens wordTokens(std::string_view text)
{
    constexpr std::size_t kBytesPerToken = 6; // about, in English
    Tokens tokens;
    std::string word; // the current word, in lower case
    std::deque<std::string> words; // keys of `ids`, at fixed addresses
    std::unordered_map<std::string_view, std::int64_t> ids;
    ids.reserve(text.size() / kBytesPerToken);
    tokens.ids.reserve(text.size() / kBytesPerToken);
    tokens.texts.reserve(text.size() / kBytesPerToken);
    const auto add = [&](std::string_view found) {
        auto known = ids.find(found);
        if (known == ids.end()) {
            const auto id = static_cast<std::int64_t>(kSpecialTokens.size() + ids.size());
            known = ids.emplace(words.emplace_back(found), id).first;
        }
        tokens.add(known->second, found);
    };
    const auto endWord = [&] {
        if (!word.empty())
            add(word);
        word.clear();
    };
    while (!text.empty()) {
        const auto [code, length] = codePointAt(text, 0);
        if ((code | 0x20) >= 'a' && (code | 0x20) <= 'z') { // an ASCII letter, the usual case
            word += static_cast<char>(code | 0x20);
            text.remove_prefix(1);
            continue;
        }
        const auto special = code != '['
            ? kSpecialTokens.end()
            : std::ranges::find_if(kSpecialTokens, [&](std::string_view name) { return text.starts_with(name); });
        std::size_t taken = length;
        if (special != kSpecialTokens.end()) {
            endWord();
            tokens.add(special - kSpecialTokens.begin(), *special);
            taken = special->size();
        } else if (isWhiteSpace(code) || isControl(code)) {
            endWord();
        } else if (isPunctuation(code) || isPictograph(code) || isIdeograph(code)) {
            endWord();
            taken = clusterLength(text);
            add(text.substr(0, taken));
        } else {
            appendUtf8(word, lowerCase(code));
        }
        text.remove_prefix(taken);
    }
    endWord();
    frame(tokens, 2, 3); // their places in kSpecialTokens
    tokens.vocab = static_cast<std::int64_t>(kSpecialTokens.size() + ids.size());
    return tokens;
}

template <Tokens (*split)(std::string_view)> TokenizerPtr shared()
{
    static const auto tokenizer = std::make_shared<const Tokenizer>(split);
    return tokenizer;
}

constexpr std::array<TokenizerInfo, 4> kTokenizers{{
    {"words", WORDS("Words"),
     WORDS("Splits at white space and punctuation and makes lower case. Words get ids as they first appear; [CLS] and "
           "[SEP] enclose the sentence."),
     shared<wordTokens>, nullptr},
    {"bytes", WORDS("UTF-8 bytes"), WORDS("Every byte of the text is a token with its value, 0 to 255, as id."),
     shared<byteTokens>, nullptr},
    {"wordpiece", WORDS("WordPiece vocabulary"),
     WORDS("BERT's tokenizer with its vocab.txt, one token a line: wordpiece:FILE. A vocabulary without capitals makes "
           "the text lower case and removes its accents."),
     nullptr, makeWordPiece},
    {"sentencepiece", WORDS("SentencePiece model"),
     WORDS("The tokenizer of T5 and Llama with its .model: sentencepiece:FILE. It adds neither <s> nor </s>."), nullptr,
     makeSentencePiece},
}};

} // namespace

Result<Tokens> Tokenizer::tokenize(std::string_view text) const
{
    if (const auto bad = firstInvalidUtf8(text)) {
        Error error = usageError("UTF8", "--text", WORDS("this byte is not UTF-8"), WORDS("convert the text to UTF-8"));
        error.offset = static_cast<std::int64_t>(*bad);
        return error;
    }
    Tokens tokens = m_split(text);
    if (tokens.ids.empty())
        tokens.warnings.push_back({"EMPTY", WORDS("0 tokens")});
    return tokens;
}

std::span<const TokenizerInfo> tokenizers()
{
    return kTokenizers;
}

Result<TokenizerPtr> makeTokenizer(std::string_view spec, FileCache& files)
{
    const std::size_t colon = spec.find(':');
    for (const TokenizerInfo& info : kTokenizers) {
        if (info.make != nullptr && info.id == spec)
            return info.make();
        if (info.makeFromFile != nullptr && colon != std::string_view::npos && info.id == spec.substr(0, colon))
            return files.get<Tokenizer>(info.id, std::string(spec.substr(colon + 1)), info.makeFromFile);
    }
    const std::string known = listed(
        kTokenizers, [](const TokenizerInfo& info) { return std::string(info.id) + (info.make ? "" : ":FILE"); });
    return usageError("ENUM", "--tokenizer", WORDS("unknown tokenizer %1").with(inQuotes(spec)),
                      WORDS("tokenizers: %1").with(known));
}

} // namespace phasor
