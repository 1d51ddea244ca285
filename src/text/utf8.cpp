// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/utf8.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace phasor {

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
        const std::size_t length = codePointAt(text, i).length;
        if (length == 0)
            return i;
        i += length;
    }
    return std::nullopt;
}

CodePoint codePointAt(std::string_view text, std::size_t offset)
{
    const std::string_view rest = text.substr(offset);
    if (static_cast<unsigned char>(rest[0]) < 0x80) // the usual case, without a call
        return {static_cast<char32_t>(rest[0]), 1};
    utf8proc_int32_t value = 0;
    const utf8proc_ssize_t length
        = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(rest.data()), std::ssize(rest), &value);
    return {static_cast<char32_t>(value), static_cast<std::size_t>(std::max<utf8proc_ssize_t>(length, 0))};
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
