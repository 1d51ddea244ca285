// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/tokenizers/wordtokenizer.h"

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

class WordTokenizer final : public Tokenizer
{
    Tokens split(std::string_view text) const override;
};

Tokens WordTokenizer::split(std::string_view text) const
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
        if (isAsciiLetter(code)) { // the usual case
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
    frame(tokens, kCls, kSep);
    tokens.vocab = static_cast<std::int64_t>(kSpecialTokens.size() + ids.size());
    return tokens;
}

} // namespace

TokenizerPtr makeWordTokenizer()
{
    static const WordTokenizer tokenizer; // has no state: all share it
    return {std::shared_ptr<void>(), &tokenizer};
}

} // namespace phasor
