// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/tokenizers/wordpiecevocabulary.h"

#include "inputs/impostors.h"
#include "inputs/tokenizers/unicode.h"
#include "text/utf8.h"

#include <algorithm>

namespace phasor {

namespace {

constexpr std::int64_t kMostBytes = 16 << 20;
constexpr std::size_t kMostLines = 1 << 20;
constexpr std::size_t kMostLineBytes = 4096;
constexpr SourceText kRemedy = WORDS("give a vocab.txt with one token a line");

Error lineError(std::string code, std::int64_t line, std::int64_t column, Message what)
{
    Error error = inputError(std::move(code), 0, {}, std::move(what), kRemedy);
    error.offset.reset();
    error.line = line;
    error.column = column;
    return error;
}

Error errorAt(std::string_view text, std::size_t offset, std::string code, Message what)
{
    const std::string_view before = text.substr(0, offset);
    const std::size_t begin = before.rfind('\n') + 1; // 0 in the first line
    return lineError(std::move(code), std::ranges::count(before, '\n') + 1,
                     static_cast<std::int64_t>(offset - begin) + 1, std::move(what));
}

Status checkText(std::string_view text)
{
    if (text.empty())
        return lineError("EMPTY", 1, 1, WORDS("the file is empty"));
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos)
        return errorAt(text, nul, "BINARY", WORDS("there is a NUL byte: this is not a text file"));
    if (const auto bad = firstInvalidUtf8(text))
        return errorAt(text, *bad, "UTF8", WORDS("this byte is not UTF-8"));
    return Done{};
}

bool isSpecial(std::string_view token)
{
    return token.size() > 2 && token.front() == '[' && token.back() == ']';
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

} // namespace

Result<WordPieceVocabulary> WordPieceVocabulary::read(const InputFile& file)
{
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    TRY_DONE(refuseImpostors(file));
    TRY(std::string bytes, file.all(kMostBytes));
    TRY_DONE(checkText(bytes));
    WordPieceVocabulary vocabulary;
    vocabulary.m_text = std::make_unique<const std::string>(std::move(bytes));
    std::string_view rest = *vocabulary.m_text;
    if (rest.starts_with(kByteOrderMark))
        rest.remove_prefix(kByteOrderMark.size());
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        const std::int64_t number = vocabulary.size() + 1;
        if (line.size() > kMostLineBytes)
            return lineError(
                "LIMIT", number, 1,
                WORDS("the line has %1 bytes, more than %2").with(grouped(line.size()), grouped(kMostLineBytes)));
        if (vocabulary.m_tokens.size() == kMostLines)
            return lineError("LIMIT", number, 1, WORDS("the file has more than %1 lines").with(grouped(kMostLines)));
        vocabulary.addLine(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line);
    }
    if (vocabulary.m_words.empty() && vocabulary.m_continuations.empty())
        return lineError("EMPTY", 1, 1, WORDS("the file has no token"));
    vocabulary.warn();
    return vocabulary;
}

// The later one of two equal tokens counts, as in BERT's own tokenizer.
void WordPieceVocabulary::addLine(std::string_view line)
{
    constexpr std::string_view kGoesOn = "##";
    const std::int64_t id = size();
    m_tokens.push_back(line);
    if (line.empty())
        return m_blank.add(id + 1);
    m_longest = std::max(m_longest, line.size());
    if (!m_words.insert_or_assign(line, id).second)
        m_repeated.add(id + 1);
    if (line.size() > kGoesOn.size() && line.starts_with(kGoesOn))
        m_continuations.insert_or_assign(line.substr(kGoesOn.size()), id);
    if (line.front() == ' ' || line.back() == ' ' || line.front() == '\t' || line.back() == '\t')
        m_spaced.add(id + 1);
    m_uncased = m_uncased && (isSpecial(line) || !hasCapital(line));
}

void WordPieceVocabulary::Lines::add(std::int64_t line)
{
    if (count++ == 0)
        first = line;
}

void WordPieceVocabulary::warnOf(const Lines& lines, const char* code, SourceText one, SourceText more)
{
    if (lines.count == 1)
        m_warnings.push_back({code, one.with(lines.first)});
    if (lines.count > 1)
        m_warnings.push_back({code, more.with(lines.first, grouped(static_cast<std::uint64_t>(lines.count - 1)))});
}

void WordPieceVocabulary::warn()
{
    warnOf(m_blank, "BLANK", WORDS("vocabulary: line %1: blank, but it keeps its id"),
           WORDS("vocabulary: line %1 and %2 more: blank, but it keeps its id"));
    warnOf(m_repeated, "DUP",
           WORDS("vocabulary: line %1: the token stands in an earlier line too; the id of the last line counts"),
           WORDS("vocabulary: line %1 and %2 more: the token stands in an earlier line too; the id of the last line "
                 "counts"));
    warnOf(m_spaced, "SPACE", WORDS("vocabulary: line %1: a space at an end of the token, which no text can match"),
           WORDS("vocabulary: line %1 and %2 more: a space at an end of the token, which no text can match"));
    if (!find("[UNK]"))
        m_warnings.push_back({"NOUNK", WORDS("the vocabulary has no [UNK]: words that it does not know are left out")});
    if (!find("[CLS]") || !find("[SEP]"))
        m_warnings.push_back(
            {"NOFRAME", WORDS("the vocabulary has no [CLS] or no [SEP]: nothing is put around the sentence")});
}

std::uint64_t WordPieceVocabulary::memory() const
{
    constexpr std::uint64_t kOfAToken = 3 * 64; // its view and its places in the two tables, about
    return m_text->size() + m_tokens.size() * kOfAToken;
}

} // namespace phasor
