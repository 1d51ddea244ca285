// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/matrix/ziparchive.h"

#include "inputs/matrix/arrayheaders.h"
#include "system/memory.h"
#include "text/utf8.h"

#include <zlib.h>

#include <algorithm>
#include <new>
#include <set>

namespace phasor {

constexpr std::uint64_t kZipStep = 256 << 10; // bytes between two looks at the cancel token

// Gives the member's bytes to `take`, piece by piece, until it returns false, and checks them.
template <typename Take>
static Status readMember(const InputFile& file, const ZipMember& member, const ReadControl& control, const Take& take)
{
    const std::string name = shortQuoted(member.name);
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
        throw std::bad_alloc();
    const std::unique_ptr<z_stream, int (*)(z_stream*)> owner(&stream, inflateEnd);
    std::vector<Bytef> in(std::min(kZipStep, member.stored));
    std::vector<Bytef> out(member.deflated() ? std::min(kZipStep, member.size + 1) : 0);
    std::uint64_t at = member.offset; // the next byte to read
    const std::uint64_t end = member.offset + member.stored;
    std::uint64_t done = 0;
    uLong crc = 0;
    for (bool ended = member.size == 0 && !member.deflated(); !ended;) {
        if (cancelled())
            return cancelledError();
        std::span<const Bytef> piece(in.data(), std::min<std::uint64_t>(in.size(), end - at));
        if (stream.avail_in == 0) {
            TRY_DONE(
                file.read(static_cast<std::int64_t>(at), std::as_writable_bytes(std::span(in).first(piece.size()))));
            at += piece.size();
            stream.next_in = in.data();
            stream.avail_in = static_cast<uInt>(piece.size());
        }
        if (member.deflated()) {
            stream.next_out = out.data();
            stream.avail_out = static_cast<uInt>(out.size());
            const int code = inflate(&stream, Z_NO_FLUSH);
            ended = code == Z_STREAM_END;
            if (code == Z_MEM_ERROR)
                throw std::bad_alloc();
            if (code != Z_OK && !ended)
                return zipError("DEFLATE", at - stream.avail_in, "data",
                                WORDS("the data of the member %1 is damaged").with(name));
            piece = std::span(out).first(out.size() - stream.avail_out);
        } else {
            stream.avail_in = 0;
            ended = at == end;
        }
        done += piece.size();
        if (done > member.size)
            break;
        crc = crc32_z(crc, piece.data(), piece.size());
        if (!take(std::as_bytes(piece)))
            return Done{};
        if (control.progress && done > 0)
            control.progress(static_cast<double>(done) / static_cast<double>(member.size));
    }
    if (done != member.size || at - stream.avail_in != end)
        return zipError("ZIP", member.offset, "size",
                        WORDS("the member %1 should have %2 bytes, but its data has more or fewer")
                            .with(name, grouped(member.size)));
    if (crc != member.crc)
        return zipError("CRC", member.offset, "CRC-32",
                        WORDS("the data of the member %1 has a wrong checksum").with(name));
    return Done{};
}

static InputFile storedData(const InputFile& file, const ZipMember& member)
{
    return file.part(static_cast<std::int64_t>(member.offset), static_cast<std::int64_t>(member.stored));
}

static Result<bool> beginsAsNpy(const InputFile& file, const ZipMember& member)
{
    constexpr std::size_t kFirstBytes = 16;
    TRY(const InputFile bytes, headOfZipMember(file, member));
    const Result<std::string> head = bytes.head(kFirstBytes);
    if (!head.ok() && head.error().code == "READ")
        return head.error();
    return head.ok() && looksLikeNpy(*head);
}

// What is odd about the name of a .npy; empty: nothing.
static SourceText oddName(std::string_view name)
{
    if (firstInvalidUtf8(name))
        return WORDS("the name %1 is not UTF-8");
    if (name.starts_with('/') || ("/" + std::string(name)).find("/../") != name.npos || name.find('\\') != name.npos)
        return WORDS("the name %1 looks like a path; it is only a label here");
    return name.ends_with(".npy") ? SourceText{} : WORDS("the name %1 does not end in .npy, but it is such a file");
}

bool looksLikeZip(std::string_view head)
{
    return head.starts_with("PK\3\4") || head.starts_with("PK\5\6");
}

Result<ZipDirectory> readZipDirectory(const InputFile& file)
{
    TRY(std::vector<ZipMember> members, readZipMembers(file));
    ZipDirectory directory;
    std::set<std::string> names;
    for (ZipMember& member : members) {
        const bool npy = member.name.ends_with(".npy");
        if (!npy) {
            TRY(const bool begins, beginsAsNpy(file, member));
            if (!begins)
                continue;
        }
        const SourceText odd = oddName(member.name);
        if (!odd.empty() // one warning of a kind
            && std::ranges::none_of(directory.warnings, [&](const Warning& w) { return w.text.words == odd; }))
            directory.warnings.push_back({"NAME", odd.with(shortQuoted(member.name))});
        member.name.resize(member.name.size() - (npy ? 4 : 0));
        if (!names.insert(member.name).second)
            return zipError("DUP", member.at, "name",
                            WORDS("two members have the name %1").with(shortQuoted(member.name)));
        directory.members.push_back(std::move(member));
    }
    if (directory.members.empty())
        return zipError("EMPTY", 0, "", WORDS("the archive has no .npy file"));
    return directory;
}

Result<InputFile> openZipMember(const InputFile& file, const ZipMember& member, const ReadControl& control)
{
    if (!member.deflated())
        return storedData(file, member);
    TRY_DONE(requireMemory(member.size, WORDS("the array needs %1, %2 are available"),
                           WORDS("save it as a .npy file, which is read in parts")));
    const auto bytes = std::make_shared<std::vector<std::byte>>();
    bytes->reserve(member.size); // takes no memory before it is used
    TRY_DONE(readMember(file, member, control, [&](std::span<const std::byte> piece) {
        bytes->insert(bytes->end(), piece.begin(), piece.end());
        return true;
    }));
    return file.replacedBy(bytes);
}

Result<InputFile> headOfZipMember(const InputFile& file, const ZipMember& member)
{
    constexpr std::size_t kHead = 64 << 10;
    if (!member.deflated())
        return storedData(file, member);
    const auto bytes = std::make_shared<std::vector<std::byte>>();
    const Status read = readMember(file, member, {}, [&](std::span<const std::byte> piece) {
        bytes->insert(bytes->end(), piece.begin(),
                      piece.begin() + static_cast<std::ptrdiff_t>(std::min(piece.size(), kHead)));
        return bytes->size() < kHead;
    });
    if (!read.ok() && read.error().kind != ErrorKind::Input)
        return read.error();
    return file.replacedBy(bytes, static_cast<std::int64_t>(member.size));
}

Status checkZipMember(const InputFile& file, const ZipMember& member)
{
    return readMember(file, member, {}, [](std::span<const std::byte>) { return true; });
}

} // namespace phasor
