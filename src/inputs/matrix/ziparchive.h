// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/inputfile.h"

namespace phasor {

// Archives of arrays, as numpy.savez and numpy.savez_compressed write them: .npy files in a ZIP archive (PKWARE's
// APPNOTE 6.3, with ZIP64; stored or deflated). All functions: any thread. Errors: Input, with the catalog's code and
// the byte in the archive.

// A member by its header in the archive's directory.
struct ZipMember
{
    std::string name; // bytes of the archive, in a ZipDirectory without ".npy"; a label, never a file's name
    std::uint64_t at = 0; // offset of the header
    std::uint64_t length = 0; // of the header
    std::uint64_t flags = 0;
    std::uint64_t method = 0; // 0: stored; 8: deflated
    std::uint64_t crc = 0; // CRC-32 of the member
    std::uint64_t stored = 0; // bytes in the archive
    std::uint64_t size = 0; // bytes of the member; the same unless it is deflated
    std::uint64_t local = 0; // offset of the local header
    std::uint64_t offset = 0; // of the data

    bool deflated() const { return method != 0; }
};

struct ZipDirectory
{
    std::vector<ZipMember> members; // those that are .npy by name or content; in the archive's order
    std::vector<Warning> warnings = {}; // NAME
};

bool looksLikeZip(std::string_view head);

// Reads the archive's directory and each member's header, checked against each other. Errors: TRUNC (an empty file),
// ZIP, POLYGLOT, OVERLAP, RATIO (more than 1032, or than 1000 from 256 MiB on), METHOD, ENCRYPTED, NAME, DUP, LIMIT (a
// directory of more than 16 MiB), EMPTY (no .npy), Cancelled.
Result<ZipDirectory> readZipDirectory(const InputFile& file);

// The member as a file: a part of the archive, or inflated into memory and checked (Errors DEFLATE, ZIP, CRC,
// Cancelled; Resource MEMORY before anything is allocated).
Result<InputFile> openZipMember(const InputFile& file, const ZipMember& member, const ReadControl& control = {});

// A member's first 64 KiB as a file of its size, for its header.
Result<InputFile> headOfZipMember(const InputFile& file, const ZipMember& member);

// Reads all of the member and checks its size and CRC-32: for a stored one, which openZipMember() does not read.
Status checkZipMember(const InputFile& file, const ZipMember& member);

// What readZipDirectory() is made of; not by libzip: it tells neither where a stored member's bytes are nor whether
// members overlap.

// The archive's directory in its order, each entry checked against the local header: all data is in the file, no two
// members overlap, and all offsets and sizes are below 2^63. Errors: those of readZipDirectory().
Result<std::vector<ZipMember>> readZipMembers(const InputFile& file);

Error zipError(const char* code, std::uint64_t offset, const char* field, Message what);

std::string shortQuoted(std::string_view name); // its first 80 bytes

} // namespace phasor
