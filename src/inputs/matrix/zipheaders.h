// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/inputfile.h"

namespace phasor {

// Not by libzip: it tells neither where a stored member's bytes are nor whether members overlap.

// Header of a member of a ZIP archive: in the archive's directory, or the local one before its data.
struct ZipHeader
{
    std::string name; // whole
    std::uint64_t at = 0; // offset of this header
    std::uint64_t length = 0; // of this header
    std::uint64_t flags = 0;
    std::uint64_t method = 0; // 0: stored; 8: deflated
    std::uint64_t crc = 0;
    std::uint64_t stored = 0; // bytes in the archive
    std::uint64_t size = 0; // bytes of the member
    std::uint64_t local = 0; // offset of the local header
    std::uint64_t data = 0; // offset of the data
};

// The archive's directory in its order, each entry checked against the local header: all data is in the file, no two
// members overlap, and all offsets and sizes are below 2^63. Errors: those of readZipDirectory().
Result<std::vector<ZipHeader>> readZipHeaders(const InputFile& file);

Error zipError(const char* code, std::uint64_t offset, const char* field, Message what);

std::string shortQuoted(std::string_view name); // its first 80 bytes

} // namespace phasor
