// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/utf8.h"

#include <cstdint>
#include <cstring>

namespace phasor {

std::size_t utf8SequenceLength(std::string_view text)
{
    if (text.empty())
        return 0;
    const auto byte = [&](std::size_t i) {
        return static_cast<unsigned char>(text[i]);
    };
    const unsigned char lead = byte(0);
    if (lead < 0x80)
        return 1;
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < length)
        return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80)
            return 0;
    }
    const bool overlong = (lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xf0 && byte(1) < 0x90);
    const bool surrogate = lead == 0xed && byte(1) > 0x9f;
    const bool tooLarge = lead == 0xf4 && byte(1) > 0x8f;
    return overlong || surrogate || tooLarge ? 0 : length;
}

std::optional<std::size_t> firstInvalidUtf8(std::string_view text)
{
    for (std::size_t i = 0; i < text.size();) {
        std::uint64_t eight = 0;
        if (text.size() - i >= sizeof eight) {
            std::memcpy(&eight, text.data() + i, sizeof eight);
            if ((eight & 0x8080808080808080U) == 0) {
                i += sizeof eight;
                continue;
            }
        }
        const std::size_t length = utf8SequenceLength(text.substr(i));
        if (length == 0)
            return i;
        i += length;
    }
    return std::nullopt;
}

CodePoint codePointAt(std::string_view text, std::size_t offset)
{
    const auto lead = static_cast<unsigned char>(text[offset]);
    const std::size_t length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    char32_t value = length == 1 ? lead : lead & (0x7fU >> length);
    for (std::size_t i = 1; i < length; ++i)
        value = (value << 6) | (static_cast<unsigned char>(text[offset + i]) & 0x3fU);
    return {value, length};
}

void appendUtf8(std::string& out, char32_t value)
{
    const auto put = [&](char32_t bits) {
        out += static_cast<char>(static_cast<unsigned char>(bits));
    };
    if (value < 0x80)
        return put(value);
    const unsigned more = value < 0x800 ? 1 : value < 0x10000 ? 2 : 3; // bytes after the first
    put(((0xff00U >> (more + 1)) & 0xffU) | (value >> (6 * more)));
    for (unsigned i = more; i-- > 0;)
        put(0x80 | ((value >> (6 * i)) & 0x3f));
}

std::string escapedByte(char byte)
{
    constexpr std::string_view kHex = "0123456789abcdef";
    const auto bits = static_cast<unsigned char>(byte);
    return {'\\', 'x', kHex[bits >> 4], kHex[bits & 0xf]};
}

} // namespace phasor
