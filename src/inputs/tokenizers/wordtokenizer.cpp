// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/tokenizers/wordtokenizer.h"

#include "inputs/tokenizers/specialtokens.h"
#include "inputs/tokenizers/unicode.h"
#include "text/utf8.h"

#include <algorithm>
#include <deque>
#include <unordered_map>

namespace phasor {

namespace {

constexpr std::int64_t kCls = 2;
constexpr std::int64_t kSep = 3;

bool isAsciiLetter(char32_t code)
{
    return (code | 0x20) >= 'a' && (code | 0x20) <= 'z';
}

// One text on its way into words.
class WordSplitting
{
public:
    explicit WordSplitting(std::string_view text)
        : m_text(text)
    {
        constexpr std::size_t kBytesPerToken = 6; // about, in English
        m_ids.reserve(text.size() / kBytesPerToken);
        m_tokens.ids.reserve(text.size() / kBytesPerToken);
        m_tokens.texts.reserve(text.size() / kBytesPerToken);
    }

    Tokens run();

private:
    std::string_view rest() const { return m_text.substr(m_at); }
    bool takeSpecial();
    void add(std::string_view word);
    void addSpecial(std::int64_t id);
    void endWord();
    void frame();

    std::string_view m_text;
    std::size_t m_at = 0;
    std::string m_word; // the one that is being read, in lower case
    std::deque<std::string> m_words; // keys of m_ids, at fixed addresses
    std::unordered_map<std::string_view, std::int64_t> m_ids;
    Tokens m_tokens;
};

void WordSplitting::add(std::string_view word)
{
    auto found = m_ids.find(word);
    if (found == m_ids.end()) {
        const auto id = static_cast<std::int64_t>(kSpecialTokens.size() + m_ids.size());
        found = m_ids.emplace(m_words.emplace_back(word), id).first;
    }
    m_tokens.ids.push_back(found->second);
    m_tokens.texts.emplace_back(word);
}

void WordSplitting::addSpecial(std::int64_t id)
{
    m_tokens.ids.push_back(id);
    m_tokens.texts.emplace_back(kSpecialTokens[static_cast<std::size_t>(id)]);
}

void WordSplitting::endWord()
{
    if (!m_word.empty())
        add(m_word);
    m_word.clear();
}

bool WordSplitting::takeSpecial()
{
    const auto token
        = std::ranges::find_if(kSpecialTokens, [&](std::string_view name) { return rest().starts_with(name); });
    if (token == kSpecialTokens.end())
        return false;
    endWord();
    addSpecial(token - kSpecialTokens.begin());
    m_at += token->size();
    return true;
}

void WordSplitting::frame()
{
    if (m_tokens.ids.empty())
        return;
    if (m_tokens.ids.front() != kCls) {
        m_tokens.ids.insert(m_tokens.ids.begin(), kCls);
        m_tokens.texts.emplace(m_tokens.texts.begin(), kSpecialTokens[kCls]);
    }
    if (m_tokens.ids.back() != kSep)
        addSpecial(kSep);
}

Tokens WordSplitting::run()
{
    while (m_at < m_text.size()) {
        const CodePoint code = codePointAt(m_text, m_at);
        if (isAsciiLetter(code.value)) { // most of most texts
            m_word += static_cast<char>(code.value | 0x20);
            ++m_at;
            continue;
        }
        if (code.value == '[' && takeSpecial())
            continue;
        if (isWhiteSpace(code.value) || isControl(code.value)) {
            endWord();
            m_at += code.length;
        } else if (isPunctuation(code.value) || isPictograph(code.value) || isIdeograph(code.value)) {
            endWord();
            const std::size_t length = clusterLength(rest());
            add(rest().substr(0, length));
            m_at += length;
        } else {
            appendUtf8(m_word, lowerCase(code.value));
            m_at += code.length;
        }
    }
    endWord();
    frame();
    m_tokens.vocab = static_cast<std::int64_t>(kSpecialTokens.size() + m_ids.size());
    return std::move(m_tokens);
}

class WordTokenizer final : public Tokenizer
{
    Tokens split(std::string_view text) const override { return WordSplitting(text).run(); }
};

} // namespace

TokenizerPtr makeWordTokenizer()
{
    static const WordTokenizer tokenizer; // has no state: all share it
    return {std::shared_ptr<void>(), &tokenizer};
}

} // namespace phasor
