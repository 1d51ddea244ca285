// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/tokenizers/unicode.h"

#include "inputs/tokenizers/coderanges.h"
#include "text/utf8.h"

#include <array>
#include <cstdint>
#include <span>

namespace phasor {

namespace {

// first, first + step … last; each becomes itself + difference.
struct CaseRun
{
    char32_t first;
    char32_t last;
    char32_t step;
    std::int32_t difference;
};

#include "inputs/tokenizers/unicodetables.inc"

constexpr std::array<CodeRange, 10> kWhiteSpace{{{0x9, 0xd},
                                                 {0x20, 0x20},
                                                 {0x85, 0x85},
                                                 {0xa0, 0xa0},
                                                 {0x1680, 0x1680},
                                                 {0x2000, 0x200a},
                                                 {0x2028, 0x2029},
                                                 {0x202f, 0x202f},
                                                 {0x205f, 0x205f},
                                                 {0x3000, 0x3000}}};

constexpr std::array<CodeRange, 5> kIdeographs{
    {{0x3400, 0x4dbf}, {0x4e00, 0x9fff}, {0xf900, 0xfaff}, {0x20000, 0x2fa1f}, {0x30000, 0x3134f}}};

constexpr std::array<CodeRange, 5> kPictographs{
    {{0x2300, 0x23ff}, {0x2600, 0x27bf}, {0x2b00, 0x2bff}, {0x1f000, 0x1f3fa}, {0x1f400, 0x1faff}}};

constexpr char32_t kJoiner = 0x200d;
constexpr CodeRange kSkinTones{0x1f3fb, 0x1f3ff};
constexpr CodeRange kFlagLetters{0x1f1e6, 0x1f1ff};
constexpr CodeRange kTags{0xe0020, 0xe007f};

constexpr bool in(CodeRange range, char32_t code)
{
    return code >= range.first && code <= range.last;
}

bool isLetterOrDigit(char32_t ascii)
{
    return in({'0', '9'}, ascii) || in({'A', 'Z'}, ascii) || in({'a', 'z'}, ascii);
}

bool extends(char32_t code)
{
    return code >= 0x300 && (isMark(code) || in(kSkinTones, code) || in(kTags, code));
}

} // namespace

bool isWhiteSpace(char32_t code)
{
    return inAny(kWhiteSpace, code);
}

bool isControl(char32_t code)
{
    return code < 0x20 || in({0x7f, 0x9f}, code);
}

bool isPunctuation(char32_t code)
{
    return code < 0x80 ? in({0x21, 0x7e}, code) && !isLetterOrDigit(code) : inAny(kPunctuation, code);
}

bool isMark(char32_t code)
{
    return inAny(kMarks, code);
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
    if (code < 0x80)
        return in({'A', 'Z'}, code) ? code + ('a' - 'A') : code;
    const CaseRun* const run = findRange(std::span<const CaseRun>(kLower), code);
    if (run == nullptr || (code - run->first) % run->step != 0)
        return code;
    return static_cast<char32_t>(static_cast<std::int32_t>(code) + run->difference);
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
