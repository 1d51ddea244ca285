// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace phasor {

// Wide enough for rows x cols x bytes of any two 63-bit counts.
__extension__ using ByteCount = unsigned __int128;

// Bytes that one more request may take: at most half of what the system has available, less where this process is
// limited (Linux: its control groups and RLIMIT_AS). No limit where the system does not say.
std::uint64_t availableMemory();

// Refuses, before anything is allocated, what would not fit: ErrorKind::Resource, code MEMORY, "needs 4.0 TiB, 11.6 GiB
// are available". `what` says what needs it ("the table needs %1, %2 are available"); `where` is "memory", unless the
// caller knows better.
Status requireMemory(ByteCount bytes, SourceText what, SourceText remedy);

// "512 bytes", "4.0 TiB": binary units, one decimal.
std::string formatBytes(ByteCount bytes);

} // namespace phasor
