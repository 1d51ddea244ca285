// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/tokenizers/tokenizer.h"
#include "inputs/tokenizers/unicode.h"
#include "text/utf8.h"

#include <algorithm>
#include <unordered_map>

namespace phasor {

namespace {

constexpr std::int64_t kMostBytes = 16 << 20;
constexpr std::int64_t kMostLines = 1 << 20;
constexpr std::size_t kMostLineBytes = 4096;
constexpr SourceText kRemedy = WORDS("use a vocab.txt with one token a line");

Error lineError(std::string code, std::int64_t line, Message what)
{
    Error error = inputError(std::move(code), {}, {}, std::move(what), kRemedy);
    error.line = line;
    error.column = 1;
    return error;
}

Status checkText(std::string_view text)
{
    if (text.empty())
        return lineError("EMPTY", 1, WORDS("the file is empty"));
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos)
        return placedIn(text, nul,
                        inputError("BINARY", 0, {}, WORDS("a NUL byte, so this is not a text file"), kRemedy));
    if (const auto bad = firstInvalidUtf8(text))
        return placedIn(text, *bad, inputError("UTF8", 0, {}, WORDS("this byte is not UTF-8"), kRemedy));
    return Done{};
}

bool hasCapital(std::string_view token)
{
    for (std::size_t at = 0; at < token.size();) {
        const CodePoint code = codePointAt(token, at);
        if (lowerCase(code.value) != code.value)
            return true;
        at += code.length;
    }
    return false;
}

// Chinese characters at the time of BERT's training: fewer than Unicode has today.
bool isChinese(char32_t code)
{
    return (code >= 0x3400 && code <= 0x4dbf) || (code >= 0x4e00 && code <= 0x9fff)
        || (code >= 0xf900 && code <= 0xfaff) || (code >= 0x20000 && code <= 0x2a6df)
        || (code >= 0x2a700 && code <= 0x2ceaf) || (code >= 0x2f800 && code <= 0x2fa1f);
}

// Words by BERT's BasicTokenizer (google-research/bert, tokenization.py). It splits at white space; Chinese characters
// and punctuation marks are separate words; control characters are left out. `uncased`: lower case, without accents.
// `text` is well-formed UTF-8.
std::vector<std::u32string> bertWords(std::string_view text, bool uncased)
{
    constexpr char32_t kReplacement = 0xfffd;
    std::vector<std::u32string> words;
    std::u32string chunk; // text between white space
    const auto endChunk = [&] {
        bool goesOn = false; // with the last word
        for (const char32_t code : uncased ? withoutAccents(lowered(chunk)) : chunk) {
            const bool isMark = isPunctuation(code);
            if (isMark || !goesOn)
                words.emplace_back();
            words.back() += code;
            goesOn = !isMark;
        }
        chunk.clear();
    };
    for (std::size_t at = 0; at < text.size();) {
        const auto [code, length] = codePointAt(text, at);
        at += length;
        const bool lineOrTab = code == '\t' || code == '\n' || code == '\r';
        if (code == kReplacement || (isOther(code) && !lineOrTab))
            continue;
        const bool isWord = isChinese(code);
        if (isWord || isWhiteSpace(code))
            endChunk();
        if (!isWhiteSpace(code))
            chunk += code;
        if (isWord)
            endChunk();
    }
    endChunk();
    return words;
}

class WordPiece
{
public:
    // Reads BERT's vocab.txt: one token a line, its id is the line's number from 0; "##ing" continues a word.
    Status read(const InputFile& file);

    Tokens split(std::string_view text) const;

    std::uint64_t memory() const
    {
        constexpr std::uint64_t kOfAToken
            = std::uint64_t{3} * 64; // bytes of its view and of its entries in two tables, about
        return m_text.size() + m_tokens.size() * kOfAToken;
    }

private:
    using Ids = std::unordered_map<std::string_view, std::int64_t>;

    static std::optional<std::int64_t> find(const Ids& ids, std::string_view token)
    {
        const auto found = ids.find(token);
        return found == ids.end() ? std::nullopt : std::optional(found->second);
    }
    std::vector<std::int64_t> piecesOf(const std::u32string& characters) const; // empty: a part fits no piece

    std::string m_text; // memory of the tokens
    std::vector<std::string_view> m_tokens;
    Ids m_words;
    Ids m_continuations; // without their "##"
    std::size_t m_longest = 0; // bytes of the longest token
    bool m_uncased = true; // no capital letter but in special tokens, [CLS]
    // BLANK, DUP, SPACE lines; NOUNK, NOFRAME: a token that the sentence needs is missing.
    std::vector<Warning> m_warnings;
};

Status WordPiece::read(const InputFile& file)
{
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    constexpr std::string_view kGoesOn = "##";
    TRY_DONE(refuseWrongFileKind(file));
    TRY(m_text, file.all(kMostBytes));
    TRY_DONE(checkText(m_text));
    std::vector<std::int64_t> blank;
    std::vector<std::int64_t> repeated;
    std::vector<std::int64_t> spaced;
    std::string_view rest = m_text;
    if (rest.starts_with(kByteOrderMark))
        rest.remove_prefix(kByteOrderMark.size());
    while (!rest.empty()) {
        std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        const std::int64_t id = std::ssize(m_tokens);
        if (line.size() > kMostLineBytes)
            return lineError(
                "LIMIT", id + 1,
                WORDS("the line has %1 bytes, more than %2").with(grouped(line.size()), grouped(kMostLineBytes)));
        if (id == kMostLines)
            return lineError("LIMIT", id + 1, WORDS("the file has more than %1 lines").with(grouped(kMostLines)));
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        m_tokens.push_back(line);
        if (line.empty()) {
            blank.push_back(id + 1);
            continue;
        }
        m_longest = std::max(m_longest, line.size());
        if (!m_words.insert_or_assign(line, id).second) // a later duplicate replaces the id, as in BERT's own tokenizer
            repeated.push_back(id + 1);
        if (line.size() > kGoesOn.size() && line.starts_with(kGoesOn))
            m_continuations.insert_or_assign(line.substr(kGoesOn.size()), id);
        if (line.front() == ' ' || line.back() == ' ' || line.front() == '\t' || line.back() == '\t')
            spaced.push_back(id + 1);
        const bool special = line.size() > 2 && line.front() == '[' && line.back() == ']';
        m_uncased = m_uncased && (special || !hasCapital(line));
    }
    if (m_words.empty())
        return lineError("EMPTY", 1, WORDS("the file has no token"));

    const auto warnOf = [&](const std::vector<std::int64_t>& lines, const char* code, SourceText one, SourceText more) {
        if (lines.size() == 1)
            m_warnings.push_back({code, one.with(lines.front())});
        if (lines.size() > 1)
            m_warnings.push_back({code, more.with(lines.front(), grouped(lines.size() - 1))});
    };
    warnOf(blank, "BLANK", WORDS("vocabulary: line %1: blank, but it keeps its id"),
           WORDS("vocabulary: line %1 and %2 more: blank, but it keeps its id"));
    warnOf(
        repeated, "DUP",
        WORDS("vocabulary: line %1: the token is also in an earlier line; the id of the last line counts"),
        WORDS("vocabulary: line %1 and %2 more: the token is also in an earlier line; the id of the last line counts"));
    warnOf(spaced, "SPACE", WORDS("vocabulary: line %1: a space at an end of the token, which no text can match"),
           WORDS("vocabulary: line %1 and %2 more: a space at an end of the token, which no text can match"));
    if (!m_words.contains("[UNK]"))
        m_warnings.push_back({"NOUNK", WORDS("the vocabulary has no [UNK], so unknown words are left out")});
    if (!m_words.contains("[CLS]") || !m_words.contains("[SEP]"))
        m_warnings.push_back(
            {"NOFRAME", WORDS("the vocabulary has no [CLS] or no [SEP], so nothing is put around the sentence")});
    return Done{};
}

Tokens WordPiece::split(std::string_view text) const
{
    Tokens tokens{.vocab = std::ssize(m_tokens), .warnings = m_warnings};
    const auto add = [&](std::int64_t id) {
        tokens.add(id, m_tokens[static_cast<std::size_t>(id)]);
    };
    std::int64_t leftOut = 0; // words
    const auto addText = [&](std::string_view part) {
        for (const std::u32string& word : bertWords(part, m_uncased)) {
            const std::vector<std::int64_t> pieces = piecesOf(word);
            std::ranges::for_each(pieces, add);
            if (!pieces.empty())
                continue;
            if (const auto unknown = find(m_words, "[UNK]"))
                add(*unknown);
            else
                ++leftOut;
        }
    };
    std::size_t begin = 0;
    for (std::size_t at = text.find('['); at != std::string_view::npos; at = text.find('[', at)) {
        const auto special = std::ranges::find_if(kSpecialTokens, [&](std::string_view token) {
            return text.substr(at).starts_with(token) && m_words.contains(token);
        });
        if (special == kSpecialTokens.end()) {
            ++at;
            continue;
        }
        addText(text.substr(begin, at - begin));
        add(*find(m_words, *special));
        begin = at += special->size();
    }
    addText(text.substr(begin));
    const auto cls = find(m_words, "[CLS]");
    const auto sep = find(m_words, "[SEP]");
    if (cls && sep)
        frame(tokens, *cls, *sep);
    if (leftOut > 0)
        tokens.warnings.push_back(
            {"UNKNOWN", WORDS("%1 words are not in the vocabulary and were left out").with(leftOut)});
    return tokens;
}

std::vector<std::int64_t> WordPiece::piecesOf(const std::u32string& characters) const
{
    constexpr std::size_t kMostCharacters = 100;
    if (characters.size() > kMostCharacters)
        return {};
    std::string word;
    for (const char32_t code : characters)
        appendUtf8(word, code);
    std::vector<std::int64_t> pieces;
    for (std::size_t begin = 0; begin < word.size();) {
        const Ids& ids = begin == 0 ? m_words : m_continuations;
        std::size_t length = std::min(word.size() - begin, m_longest);
        // A piece that ends inside a character is in no vocabulary.
        while (length > 0 && !ids.contains(std::string_view(word).substr(begin, length)))
            --length;
        if (length == 0)
            return {};
        pieces.push_back(ids.at(std::string_view(word).substr(begin, length)));
        begin += length;
    }
    return pieces;
}

} // namespace

Result<TokenizerPtr> makeWordPiece(const InputFile& file)
{
    const auto pieces = std::make_shared<WordPiece>();
    TRY_DONE(pieces->read(file));
    return TokenizerPtr(std::make_shared<Tokenizer>(std::bind_front(&WordPiece::split, pieces), pieces->memory()));
}

} // namespace phasor
