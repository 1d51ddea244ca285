// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/tokenizers/unicode.h"

#include "text/utf8.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>

namespace phasor {

namespace {

struct CodeRange
{
    char32_t first;
    char32_t last; // inclusive
};

constexpr std::array<CodeRange, 5> kIdeographs{
    {{0x3400, 0x4dbf}, {0x4e00, 0x9fff}, {0xf900, 0xfaff}, {0x20000, 0x2fa1f}, {0x30000, 0x3134f}}};

constexpr std::array<CodeRange, 5> kPictographs{
    {{0x2300, 0x23ff}, {0x2600, 0x27bf}, {0x2b00, 0x2bff}, {0x1f000, 0x1f3fa}, {0x1f400, 0x1faff}}};

// Letters with case whose category does not say so: ª, º, Roman numerals, letters in circles and squares.
constexpr std::array<CodeRange, 7> kOtherCased{{{0xaa, 0xaa},
                                                {0xba, 0xba},
                                                {0x2160, 0x217f},
                                                {0x24b6, 0x24e9},
                                                {0x1f130, 0x1f149},
                                                {0x1f150, 0x1f169},
                                                {0x1f170, 0x1f189}}};

// Apostrophes, points and colons within words.
constexpr std::u32string_view kWithinWords
    = U"'.:\u00b7\u0387\u055f\u05f4\u2018\u2019\u2024\u2027\ufe13\ufe52\ufe55\uff07\uff0e\uff1a";

constexpr char32_t kSigma = 0x3a3;
constexpr char32_t kFinalSigma = 0x3c2;
constexpr char32_t kDottedCapitalI = 0x130;
constexpr char32_t kJoiner = 0x200d;
constexpr CodeRange kSkinTones{0x1f3fb, 0x1f3ff};
constexpr CodeRange kFlagLetters{0x1f1e6, 0x1f1ff};
constexpr CodeRange kTags{0xe0020, 0xe007f};

constexpr bool in(CodeRange range, char32_t code)
{
    return code >= range.first && code <= range.last;
}

bool inAny(std::span<const CodeRange> ranges, char32_t code)
{
    return std::ranges::any_of(ranges, [code](CodeRange range) { return in(range, code); });
}

bool isOneOf(char32_t code, std::initializer_list<utf8proc_category_t> categories)
{
    const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(code)); // Cn if not a code point
    return std::ranges::find(categories, category) != categories.end();
}

bool extends(char32_t code)
{
    return code >= 0x300 && (isMark(code) || in(kSkinTones, code) || in(kTags, code));
}

// Unicode's property Cased, of code points that are not case-ignorable.
bool isCased(char32_t code)
{
    return isOneOf(code, {UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_LL, UTF8PROC_CATEGORY_LT})
        || inAny(kOtherCased, code);
}

// Unicode's property Case_Ignorable.
bool isCaseIgnorable(char32_t code)
{
    return isOneOf(code,
                   {UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_ME, UTF8PROC_CATEGORY_CF, UTF8PROC_CATEGORY_LM,
                    UTF8PROC_CATEGORY_SK})
        || kWithinWords.find(code) != std::u32string_view::npos;
}

// Whether the next letter from `at` on, in direction `step`, has case; marks and similar are skipped.
bool meetsCased(std::u32string_view text, std::size_t at, std::size_t step)
{
    for (std::size_t i = at + step; i < text.size(); i += step) { // step -1: 0 is followed by a very large number
        if (!isCaseIgnorable(text[i]))
            return isCased(text[i]);
    }
    return false;
}

} // namespace

bool isWhiteSpace(char32_t code)
{
    return in({0x9, 0xd}, code) || code == 0x85
        || isOneOf(code, {UTF8PROC_CATEGORY_ZS, UTF8PROC_CATEGORY_ZL, UTF8PROC_CATEGORY_ZP});
}

bool isControl(char32_t code)
{
    return code < 0x20 || in({0x7f, 0x9f}, code);
}

bool isPunctuation(char32_t code)
{
    if (code < 0x80)
        return in({0x21, 0x7e}, code) && !in({'0', '9'}, code) && !in({'A', 'Z'}, code) && !in({'a', 'z'}, code);
    return isOneOf(code,
                   {UTF8PROC_CATEGORY_PC, UTF8PROC_CATEGORY_PD, UTF8PROC_CATEGORY_PS, UTF8PROC_CATEGORY_PE,
                    UTF8PROC_CATEGORY_PI, UTF8PROC_CATEGORY_PF, UTF8PROC_CATEGORY_PO});
}

bool isMark(char32_t code)
{
    return isOneOf(code, {UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_MC, UTF8PROC_CATEGORY_ME});
}

bool isNonspacingMark(char32_t code)
{
    return isOneOf(code, {UTF8PROC_CATEGORY_MN});
}

bool isOther(char32_t code)
{
    return isOneOf(
        code,
        {UTF8PROC_CATEGORY_CN, UTF8PROC_CATEGORY_CC, UTF8PROC_CATEGORY_CF, UTF8PROC_CATEGORY_CS, UTF8PROC_CATEGORY_CO});
}

bool isIdeograph(char32_t code)
{
    return inAny(kIdeographs, code);
}

bool isPictograph(char32_t code)
{
    return inAny(kPictographs, code);
}

char32_t lowerCase(char32_t code)
{
    return code == kDottedCapitalI ? code
                                   : static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(code)));
}

std::u32string lowered(std::u32string_view text)
{
    constexpr auto kBack = static_cast<std::size_t>(-1);
    std::u32string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == kDottedCapitalI)
            out += U"i\u0307";
        else if (text[i] == kSigma && meetsCased(text, i, kBack) && !meetsCased(text, i, 1))
            out += kFinalSigma;
        else
            out += lowerCase(text[i]);
    }
    return out;
}

std::u32string withoutAccents(std::u32string_view text)
{
    constexpr std::size_t kLongest = 8; // a canonical decomposition has up to 4
    std::u32string out;
    out.reserve(text.size());
    for (const char32_t code : text) {
        std::array<utf8proc_int32_t, kLongest> parts{};
        int boundary = 0;
        const utf8proc_ssize_t count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(code), parts.data(),
                                                               kLongest, UTF8PROC_DECOMPOSE, &boundary);
        for (utf8proc_ssize_t i = 0; i < count; ++i) {
            const auto part = static_cast<char32_t>(parts[static_cast<std::size_t>(i)]);
            if (!isNonspacingMark(part))
                out += part;
        }
    }
    return out;
}

std::size_t clusterLength(std::string_view text)
{
    const CodePoint first = codePointAt(text, 0);
    std::size_t length = first.length;
    if (in(kFlagLetters, first.value) && length < text.size()) {
        const CodePoint second = codePointAt(text, length);
        length += in(kFlagLetters, second.value) ? second.length : 0;
    }
    while (length < text.size()) {
        const CodePoint next = codePointAt(text, length);
        const std::size_t after = length + next.length;
        if (extends(next.value)) {
            length = after;
        } else if (next.value == kJoiner) {
            length = after;
            if (isPictograph(first.value) && after < text.size()) {
                const CodePoint joined = codePointAt(text, after);
                length += isPictograph(joined.value) ? joined.length : 0;
            }
        } else {
            break;
        }
    }
    return length;
}

} // namespace phasor
