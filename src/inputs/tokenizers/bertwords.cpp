// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/tokenizers/bertwords.h"

#include "inputs/tokenizers/unicode.h"
#include "text/utf8.h"

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

} // namespace

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

} // namespace phasor
