// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/tokenizers/unicodetext.h"

#include "inputs/tokenizers/coderanges.h"
#include "inputs/tokenizers/unicode.h"

#include <algorithm>
#include <array>

namespace phasor {

namespace {

// A letter with accents, and the letter without them.
struct BareLetter
{
    char32_t code;
    char32_t bare;
};

// One whose decomposition has several code points that are not nonspacing marks; 0 ends it.
struct BareText
{
    char32_t code;
    std::array<char32_t, 3> bare;
};

#include "inputs/tokenizers/unicodetexttables.inc"

constexpr char32_t kSigma = 0x3a3;
constexpr char32_t kFinalSigma = 0x3c2;
constexpr char32_t kDottedCapitalI = 0x130;

// Whether the next letter from `at` on, in direction `step`, is one with case; marks and the like are skipped.
bool meetsCased(std::u32string_view text, std::size_t at, std::size_t step)
{
    for (std::size_t i = at + step; i < text.size(); i += step) { // step -1: 0 is followed by a very large number
        if (!inAny(kCaseIgnorable, text[i]))
            return inAny(kCased, text[i]);
    }
    return false;
}

// The syllables of Korean decompose by arithmetic (The Unicode Standard, 3.12).
void appendHangul(std::u32string& out, char32_t syllable)
{
    constexpr char32_t kLeading = 0x1100;
    constexpr char32_t kVowel = 0x1161;
    constexpr char32_t kTrailing = 0x11a7;
    out += kLeading + syllable / (21 * 28);
    out += kVowel + syllable % (21 * 28) / 28;
    if (syllable % 28 != 0)
        out += kTrailing + syllable % 28;
}

} // namespace

bool isOther(char32_t code)
{
    return inAny(kOther, code);
}

bool isNonspacingMark(char32_t code)
{
    return inAny(kNonspacing, code);
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
    constexpr char32_t kFirstSyllable = 0xac00;
    constexpr char32_t kSyllables = 11172;
    std::u32string out;
    out.reserve(text.size());
    for (const char32_t code : text) {
        if (code < 0x80) {
            out += code;
        } else if (code - kFirstSyllable < kSyllables) {
            appendHangul(out, code - kFirstSyllable);
        } else if (const auto letter = std::ranges::lower_bound(kBareLetters, code, {}, &BareLetter::code);
                   letter != kBareLetters.end() && letter->code == code) {
            out += letter->bare;
        } else if (const auto several = std::ranges::find(kBareTexts, code, &BareText::code);
                   several != kBareTexts.end()) {
            for (const char32_t part : several->bare) {
                if (part != 0)
                    out += part;
            }
        } else if (!isNonspacingMark(code)) {
            out += code;
        }
    }
    return out;
}

} // namespace phasor
