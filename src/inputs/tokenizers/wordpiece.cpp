// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/tokenizers/wordpiece.h"

#include "inputs/tokenizers/specialtokens.h"
#include "inputs/tokenizers/unicode.h"
#include "inputs/tokenizers/wordpiecevocabulary.h"
#include "text/utf8.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace phasor {

namespace {

// Those that BERT was trained with: fewer than Unicode has today.
bool isChinese(char32_t code)
{
    return (code >= 0x3400 && code <= 0x4dbf) || (code >= 0x4e00 && code <= 0x9fff)
        || (code >= 0xf900 && code <= 0xfaff) || (code >= 0x20000 && code <= 0x2a6df)
        || (code >= 0x2a700 && code <= 0x2ceaf) || (code >= 0x2f800 && code <= 0x2fa1f);
}

class BertSplitting
{
public:
    explicit BertSplitting(bool uncased)
        : m_uncased(uncased)
    {
    }

    void add(char32_t code)
    {
        constexpr char32_t kReplacement = 0xfffd;
        const bool lineOrTab = code == '\t' || code == '\n' || code == '\r';
        if (code == kReplacement || (isOther(code) && !lineOrTab))
            return;
        if (isWhiteSpace(code)) {
            endChunk();
        } else if (isChinese(code)) {
            endChunk();
            m_chunk = code;
            endChunk();
        } else {
            m_chunk += code;
        }
    }

    // What stands between white space becomes words.
    void endChunk()
    {
        if (m_uncased)
            m_chunk = withoutAccents(lowered(m_chunk));
        std::u32string word;
        const auto endWord = [&] {
            if (!word.empty())
                m_words.push_back(std::move(word));
            word.clear();
        };
        for (const char32_t code : m_chunk) {
            if (isPunctuation(code)) {
                endWord();
                m_words.push_back({code});
            } else {
                word += code;
            }
        }
        endWord();
        m_chunk.clear();
    }

    std::vector<std::u32string> takeWords() { return std::move(m_words); }

private:
    bool m_uncased;
    std::u32string m_chunk;
    std::vector<std::u32string> m_words;
};

// The words of BERT's BasicTokenizer (google-research/bert, tokenization.py): split at white space, Chinese characters
// and punctuation marks are words of their own, control characters are left out. `uncased`: lower case, without
// accents. `text` is well-formed UTF-8.
std::vector<std::u32string> bertWords(std::string_view text, bool uncased)
{
    BertSplitting splitting(uncased);
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint code = codePointAt(text, at);
        splitting.add(code.value);
        at += code.length;
    }
    splitting.endChunk();
    return splitting.takeWords();
}

// One text on its way into pieces.
class PieceSplitting
{
public:
    explicit PieceSplitting(const WordPieceVocabulary& vocabulary)
        : m_vocabulary(vocabulary)
    {
    }

    Tokens run(std::string_view text);

private:
    void addText(std::string_view text);
    void addWord(const std::u32string& word);
    std::vector<std::int64_t> piecesOf(std::string_view word) const; // empty: a part fits no piece
    void add(std::int64_t id)
    {
        m_tokens.ids.push_back(id);
        m_tokens.texts.emplace_back(m_vocabulary.token(id));
    }
    void frame();

    const WordPieceVocabulary& m_vocabulary;
    Tokens m_tokens;
    std::int64_t m_leftOut = 0; // words
};

Tokens PieceSplitting::run(std::string_view text)
{
    std::size_t begin = 0;
    for (std::size_t at = text.find('['); at != std::string_view::npos; at = text.find('[', at)) {
        const auto special = std::ranges::find_if(kSpecialTokens, [&](std::string_view token) {
            return text.substr(at).starts_with(token) && m_vocabulary.find(token);
        });
        if (special == kSpecialTokens.end()) {
            ++at;
            continue;
        }
        addText(text.substr(begin, at - begin));
        add(*m_vocabulary.find(*special));
        begin = at += special->size();
    }
    addText(text.substr(begin));
    frame();
    m_tokens.vocab = m_vocabulary.size();
    m_tokens.warnings = m_vocabulary.warnings();
    if (m_leftOut > 0)
        m_tokens.warnings.push_back(
            {"UNKNOWN", WORDS("%1 words are not in the vocabulary and were left out").with(m_leftOut)});
    return std::move(m_tokens);
}

void PieceSplitting::addText(std::string_view text)
{
    for (const std::u32string& word : bertWords(text, m_vocabulary.uncased()))
        addWord(word);
}

void PieceSplitting::addWord(const std::u32string& word)
{
    constexpr std::size_t kMostCharacters = 100;
    std::string utf8;
    for (const char32_t code : word)
        appendUtf8(utf8, code);
    const std::vector<std::int64_t> pieces
        = word.size() <= kMostCharacters ? piecesOf(utf8) : std::vector<std::int64_t>();
    for (const std::int64_t id : pieces)
        add(id);
    if (!pieces.empty())
        return;
    if (const auto unknown = m_vocabulary.find("[UNK]"))
        add(*unknown);
    else
        ++m_leftOut;
}

std::vector<std::int64_t> PieceSplitting::piecesOf(std::string_view word) const
{
    std::vector<std::int64_t> pieces;
    for (std::size_t begin = 0; begin < word.size();) {
        const auto find = [&](std::size_t length) { // a piece that ends inside a character is in no vocabulary
            const std::string_view piece = word.substr(begin, length);
            return begin == 0 ? m_vocabulary.find(piece) : m_vocabulary.findContinuation(piece);
        };
        std::size_t length = std::min(word.size() - begin, m_vocabulary.longest());
        while (length > 0 && !find(length))
            --length;
        if (length == 0)
            return {};
        pieces.push_back(*find(length));
        begin += length;
    }
    return pieces;
}

void PieceSplitting::frame()
{
    const auto cls = m_vocabulary.find("[CLS]");
    const auto sep = m_vocabulary.find("[SEP]");
    if (m_tokens.ids.empty() || !cls || !sep)
        return;
    if (m_tokens.ids.front() != *cls) {
        m_tokens.ids.insert(m_tokens.ids.begin(), *cls);
        m_tokens.texts.insert(m_tokens.texts.begin(), "[CLS]");
    }
    if (m_tokens.ids.back() != *sep)
        add(*sep);
}

class WordPiece final : public Tokenizer
{
public:
    explicit WordPiece(WordPieceVocabulary vocabulary)
        : m_vocabulary(std::move(vocabulary))
    {
    }

    std::uint64_t memory() const override { return m_vocabulary.memory(); }

private:
    Tokens split(std::string_view text) const override { return PieceSplitting(m_vocabulary).run(text); }

    WordPieceVocabulary m_vocabulary;
};

} // namespace

Result<TokenizerPtr> makeWordPiece(const InputFile& file)
{
    TRY(WordPieceVocabulary vocabulary, WordPieceVocabulary::read(file));
    return TokenizerPtr(std::make_shared<const WordPiece>(std::move(vocabulary)));
}

} // namespace phasor
