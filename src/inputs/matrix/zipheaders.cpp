// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/matrix/ziparchive.h"

#include <zlib.h>

#include <algorithm>

namespace phasor {

namespace {

constexpr std::uint64_t kOnes = 0xffff'ffff; // the value is in a ZIP64 field
constexpr std::size_t kEndRecord = 22; // bytes without the comment
constexpr std::size_t kCentralHeader = 46; // and without name, extra field and comment
constexpr std::size_t kLocalHeader = 30;

// Little-endian number.
std::uint64_t numberAt(std::string_view record, std::size_t at, std::size_t bytes)
{
    std::uint64_t value = 0;
    for (std::size_t i = bytes; i-- > 0;)
        value = value << 8 | static_cast<unsigned char>(record[at + i]);
    return value;
}

// The file has all of these bytes.
Result<std::string> bytesAt(const InputFile& file, std::uint64_t offset, std::uint64_t length)
{
    return file.part(static_cast<std::int64_t>(offset), static_cast<std::int64_t>(length)).head(length);
}

// The central directory, as the end record says; `end`: where that begins.
struct Central
{
    std::uint64_t members, size, offset, end;
};

Result<Central> readEndRecord(const InputFile& file)
{
    constexpr std::size_t kLocator = 20; // of the ZIP64 end record, before the end record
    constexpr std::size_t kEndRecord64 = 56;
    const auto size = static_cast<std::uint64_t>(file.size());
    if (size == 0)
        return zipError("TRUNC", 0, "", WORDS("the file is empty"));
    const std::uint64_t begin = size - std::min<std::uint64_t>(size, kEndRecord + 65535);
    TRY(const std::string tail, bytesAt(file, begin, size - begin));
    std::size_t at = tail.rfind("PK\5\6");
    while (at + 1 != 0
           && (tail.size() < at + kEndRecord || numberAt(tail, at + 20, 2) != tail.size() - at - kEndRecord))
        at = at == 0 ? std::string::npos : tail.rfind("PK\5\6", at - 1);
    if (at == std::string::npos)
        return zipError("ZIP", size, "end record", WORDS("the file does not end as a ZIP archive does"));
    Central central{numberAt(tail, at + 10, 2), numberAt(tail, at + 12, 4), numberAt(tail, at + 16, 4), begin + at};
    if (numberAt(tail, at + 4, 4) != 0 || numberAt(tail, at + 8, 2) != central.members)
        return zipError("ZIP", central.end, "end record", WORDS("the archive consists of several files"));
    if (at < kLocator || tail.compare(at - kLocator, 4, "PK\6\7") != 0)
        return central;
    const std::uint64_t end64 = central.end - kLocator;
    const std::uint64_t at64 = numberAt(tail, at - kLocator + 8, 8);
    if (end64 >= kEndRecord64 && at64 <= end64 - kEndRecord64) {
        TRY(const std::string record, bytesAt(file, at64, kEndRecord64));
        const Central wide{numberAt(record, 32, 8), numberAt(record, 40, 8), numberAt(record, 48, 8), at64};
        const auto agrees = [](std::uint64_t narrow, std::uint64_t value, std::uint64_t ones) {
            return narrow == value || narrow == ones;
        };
        if (record.starts_with("PK\6\6") && numberAt(record, 4, 8) == end64 - at64 - 12 && numberAt(record, 16, 8) == 0
            && numberAt(record, 24, 8) == wide.members && agrees(central.members, wide.members, 0xffff)
            && agrees(central.size, wide.size, kOnes) && agrees(central.offset, wide.offset, kOnes))
            return wide;
    }
    return zipError("ZIP", central.end, "end record", WORDS("the archive's ZIP64 end record is damaged"));
}

// The directory's bytes.
Result<std::string> readCentral(const InputFile& file, const Central& central)
{
    constexpr std::uint64_t kMost = 16 << 20;
    if (central.size > kMost && central.size <= central.end)
        return zipError("LIMIT", central.offset, "directory",
                        WORDS("the directory has %1 bytes, more than %2").with(grouped(central.size), grouped(kMost)));
    const std::uint64_t begin = central.end - std::min(central.size, central.end);
    TRY(std::string bytes, bytesAt(file, begin, central.end - begin));
    if (begin > central.offset && bytes.starts_with("PK\1\2"))
        return zipError("POLYGLOT", 0, "",
                        WORDS("%1 bytes of other data precede the archive").with(grouped(begin - central.offset)));
    if (begin != central.offset || bytes.size() != central.size)
        return zipError("ZIP", central.end, "end record",
                        WORDS("the directory should have %1 bytes from byte %2 on, but ends at byte %3")
                            .with(grouped(central.size), grouped(central.offset), grouped(central.end)));
    return bytes;
}

constexpr std::uint64_t kEncrypted = 0x2041; // flags
constexpr std::uint64_t kNumbersFollow = 8; // the data; in the local header they may be 0

// `flags`: where the fields begin that both kinds of header have; `fixed`: bytes before the name. Nothing: cut.
std::optional<ZipMember> headerIn(std::string_view record, std::size_t flags, std::size_t fixed, bool central)
{
    if (record.size() < fixed)
        return std::nullopt;
    const auto n = std::bind_front(numberAt, record.substr(flags));
    const std::uint64_t name = n(20, 2);
    const std::uint64_t extraSize = n(22, 2);
    const std::uint64_t length = fixed + name + extraSize + (central ? n(24, 2) : 0); // a comment
    if (length > record.size() || (central && n(26, 2) != 0)) // in another file
        return std::nullopt;
    ZipMember header{std::string(record.substr(fixed, name)), 0, length, n(0, 2), n(2, 2), n(8, 4)};
    header.stored = n(12, 4);
    header.size = n(16, 4);
    header.local = central ? n(34, 4) : 0;
    std::string_view extra = record.substr(fixed + name, extraSize);
    while (extra.size() >= 4 && numberAt(extra, 0, 2) != 1)
        extra.remove_prefix(std::min<std::size_t>(extra.size(), 4 + numberAt(extra, 2, 2)));
    extra = extra.size() < 4 ? "" : extra.substr(4, numberAt(extra, 2, 2)); // ZIP64: the values that are all ones
    for (std::uint64_t* value : {&header.size, &header.stored, &header.local}) {
        if (*value != kOnes)
            continue;
        if (extra.size() < 8)
            return std::nullopt;
        *value = numberAt(extra, 0, 8);
        extra.remove_prefix(8);
    }
    return header;
}

Status checkHeader(const ZipMember& header, std::uint64_t directory)
{
    // Deflate's largest ratio is 1032. Zeros reach 1029: a small matrix of them is read, a large one refused.
    constexpr std::uint64_t kBomb = 256 << 20;
    const std::uint64_t mostRatio = header.size > kBomb ? 1000 : 1032;
    const Message name = Message::verbatim(shortQuoted(header.name));
    if (header.name.find('\0') != std::string::npos)
        return zipError("NAME", header.at, "name", WORDS("the name %1 has a NUL byte").with(name));
    if ((header.flags & kEncrypted) != 0)
        return zipError("ENCRYPTED", header.at, "flags", WORDS("the member %1 is encrypted").with(name));
    if (header.method != 0 && header.method != Z_DEFLATED)
        return zipError("METHOD", header.at, "method",
                        WORDS("the member %1 has the unknown compression method %2").with(name, header.method));
    if (header.local > directory || header.stored > directory - header.local
        || (header.method == 0 && header.stored != header.size))
        return zipError("ZIP", header.at, "size", WORDS("the member %1 has a wrong size or place").with(name));
    if (header.size / mostRatio > header.stored)
        return zipError("RATIO", header.at, "size",
                        WORDS("the member %1 has %2 bytes, which should become %3")
                            .with(name, grouped(header.stored), grouped(header.size)));
    return Done{};
}

// Compares the local header with the directory's and sets `data`. `next`: where the next member begins.
Status readLocalHeader(const InputFile& file, ZipMember& header, std::uint64_t next, std::uint64_t directory)
{
    const std::string name = shortQuoted(header.name);
    const std::uint64_t least = header.local + kLocalHeader + header.name.size();
    std::uint64_t length = 0;
    if (least + header.stored <= next) {
        TRY(const std::string fixed, bytesAt(file, header.local, kLocalHeader));
        length = kLocalHeader + numberAt(fixed, 26, 2) + numberAt(fixed, 28, 2);
    }
    header.offset = std::max(least, header.local + length);
    if (header.offset + header.stored > directory)
        return zipError("ZIP", header.local, "local header", WORDS("the member %1 is not complete").with(name));
    if (header.offset + header.stored > next)
        return zipError("OVERLAP", next, "local header", WORDS("another member begins within %1").with(name));
    TRY(const std::string record, bytesAt(file, header.local, length));
    const auto local = headerIn(record, 6, kLocalHeader, false);
    const auto agrees = [&](std::uint64_t here, std::uint64_t there) {
        return here == there || (here == 0 && (local->flags & kNumbersFollow) != 0);
    };
    if (!local || !record.starts_with("PK\3\4") || local->name != header.name || (local->flags & kEncrypted) != 0
        || local->method != header.method || !agrees(local->crc, header.crc) || !agrees(local->stored, header.stored)
        || !agrees(local->size, header.size))
        return zipError("ZIP", header.local, "local header",
                        WORDS("the member %1 has another header in the archive's directory").with(name));
    return Done{};
}

} // namespace

Error zipError(const char* code, std::uint64_t offset, const char* field, Message what)
{
    return inputError(code, static_cast<std::int64_t>(offset), field, std::move(what),
                      WORDS("copy the file again, or save it again with numpy.savez"));
}

std::string shortQuoted(std::string_view name)
{
    return inQuotes(name.substr(0, 80));
}

Result<std::vector<ZipMember>> readZipMembers(const InputFile& file)
{
    TRY(const Central central, readEndRecord(file));
    TRY(const std::string bytes, readCentral(file, central));
    std::vector<ZipMember> headers;
    for (std::string_view rest = bytes; !rest.empty(); rest.remove_prefix(headers.back().length)) {
        std::optional<ZipMember> header = headerIn(rest, 8, kCentralHeader, true);
        const std::uint64_t at = central.end - rest.size();
        if (!header || !rest.starts_with("PK\1\2"))
            return zipError("ZIP", at, "directory", WORDS("an entry of the archive's directory is damaged"));
        header->at = at;
        TRY_DONE(checkHeader(*header, central.offset));
        headers.push_back(std::move(*header));
    }
    if (headers.size() != central.members)
        return zipError("ZIP", central.end, "end record",
                        WORDS("the end record says %1 members, the directory has %2")
                            .with(grouped(central.members), grouped(headers.size())));
    std::vector<ZipMember*> order;
    order.reserve(headers.size());
    for (ZipMember& header : headers)
        order.push_back(&header);
    std::ranges::stable_sort(order, {}, &ZipMember::local);
    if (const std::uint64_t first = order.empty() ? 0 : order[0]->local; first > 0)
        return zipError("POLYGLOT", 0, "", WORDS("%1 bytes of other data precede the archive").with(grouped(first)));
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (cancelled())
            return cancelledError();
        const std::uint64_t next = i + 1 < order.size() ? order[i + 1]->local : central.offset;
        TRY_DONE(readLocalHeader(file, *order[i], next, central.offset));
    }
    return headers;
}

} // namespace phasor
