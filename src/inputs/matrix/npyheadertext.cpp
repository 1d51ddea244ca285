// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/matrix/npyheadertext.h"

#include "text/utf8.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace phasor {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kShortest = 10; // magic, version, the two byte length of version 1
constexpr std::int64_t kMostHeader = 10'000; // NumPy's own limit
constexpr std::int64_t kAbsurdHeader = 1 << 20;

Error wrongMagic(std::string_view head)
{
    SourceText what = WORDS("does not begin as a .npy file does");
    if (head.starts_with("\xef\xbb\xbf"))
        what = WORDS("does not begin as a .npy file does (a byte order mark stands first)");
    else if (head.starts_with("\xc2\x93"))
        what = WORDS("does not begin as a .npy file does (it was converted from one text encoding to another)");
    else if (head.starts_with("PK"))
        what = WORDS("does not begin as a .npy file does (it is a ZIP archive)");
    return inputError("MAGIC", 0, "magic", what, WORDS("name a .npy file, copied as binary data"));
}

std::uint32_t littleEndian(std::string_view bytes)
{
    std::uint32_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
        value = (value << 8) | static_cast<unsigned char>(bytes[i]);
    return value;
}

// A file that went through a conversion of line ends has "\r\n" where the header ends.
bool endsAsText(const NpyHeaderText& header, const InputFile& file)
{
    std::byte next{};
    const auto end = header.offset + static_cast<std::int64_t>(header.text.size());
    return header.text.ends_with('\r') && end < file.size() && file.read(end, std::span(&next, 1)).ok()
        && next == std::byte{'\n'};
}

Status checkCharacters(const NpyHeaderText& header)
{
    const auto refuse = [&](std::size_t at, SourceText what) {
        return inputError("HEADER", header.offset + static_cast<std::int64_t>(at), "header", what, kSaveAgain);
    };
    if (const std::size_t nul = header.text.find('\0'); nul != std::string::npos)
        return refuse(nul, WORDS("a NUL byte"));
    if (header.version == 3) {
        if (const auto bad = firstInvalidUtf8(header.text))
            return refuse(*bad, WORDS("a byte that is not UTF-8"));
    }
    return Done{};
}

} // namespace

Result<NpyHeaderText> readNpyHeaderText(const InputFile& file)
{
    const Result<std::string> head = file.head(kShortest + 2);
    if (!head.ok())
        return head.error();
    if (const std::size_t common = std::min(head->size(), kMagic.size());
        head->compare(0, common, kMagic, 0, common) != 0)
        return wrongMagic(*head);
    if (head->size() < kShortest)
        return truncatedFile(file.size(),
                             file.size() == 0 ? WORDS("the file is empty")
                                              : WORDS("the file ends within its first 10 bytes"));

    NpyHeaderText header;
    header.version = static_cast<unsigned char>((*head)[6]);
    const int minor = static_cast<unsigned char>((*head)[7]);
    if (header.version < 1 || header.version > 3 || minor != 0)
        return inputError("VERSION", 6, "version",
                          WORDS("version %1.%2 of the format is not known").with(header.version, minor),
                          WORDS("versions are 1.0, 2.0, 3.0"));
    const std::size_t lengthBytes = header.version == 1 ? 2 : 4;
    header.offset = static_cast<std::int64_t>(8 + lengthBytes);
    if (file.size() < header.offset)
        return truncatedFile(file.size(), WORDS("the file ends within the length of its header"));
    const std::int64_t length = littleEndian(std::string_view(*head).substr(8, lengthBytes));
    const std::string says = grouped(static_cast<std::uint64_t>(length));
    if (length > kAbsurdHeader)
        return inputError("HEADER_SIZE", 8, "header length",
                          WORDS("the header says it has %1 bytes, that is too much").with(says), kSaveAgain);
    if (length > file.size() - header.offset)
        return truncatedFile(file.size(),
                             WORDS("the header says it has %1 bytes, the file has %2")
                                 .with(says, grouped(static_cast<std::uint64_t>(file.size() - header.offset))));
    if (length > kMostHeader)
        return inputError("HEADER_SIZE", 8, "header length",
                          WORDS("the header says it has %1 bytes, at most 10,000 are allowed").with(says), kSaveAgain);

    header.text.resize(static_cast<std::size_t>(length));
    if (Status read = file.read(header.offset, std::as_writable_bytes(std::span(header.text))); !read.ok())
        return read.error();
    if (endsAsText(header, file))
        return inputError("TEXTMODE", header.offset + length - 1, "header",
                          WORDS("line ends were converted (LF to CRLF), so the data is damaged"),
                          WORDS("copy the file again in binary mode"));
    if (Status checked = checkCharacters(header); !checked.ok())
        return checked.error();
    return header;
}

Error truncatedFile(std::int64_t size, Message what)
{
    return inputError("TRUNC", size, {}, std::move(what), WORDS("copy or download the file again"));
}

} // namespace phasor
