// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace phasor {

// Wide enough for rows x cols x bytes of any two 63-bit counts.
__extension__ using ByteCount = unsigned __int128;

// Where the kernel says how much there is; others only in tests.
struct MemoryFiles
{
    std::string meminfo = "/proc/meminfo";
    std::string statm = "/proc/self/statm";
    std::string cgroup = "/proc/self/cgroup";
    std::string cgroupRoot = "/sys/fs/cgroup";
};

// Bytes that one more request may take: the least of half of MemAvailable, what the cgroups of this process leave
// (page cache that can be dropped counts as free) and what RLIMIT_AS leaves. A file that is missing sets no limit.
std::uint64_t availableMemory(const MemoryFiles& files = {});

// Refuses, before anything is allocated, what would not fit: ErrorKind::Resource, code MEMORY, "needs 4.0 TiB, 11.6 GiB
// are available". `what` is what needs it ("the table"), `where` is for the caller to fill in.
Status requireMemory(ByteCount bytes, std::string_view what, std::string_view remedy);

// "512 bytes", "4.0 TiB": binary units, one decimal.
std::string formatBytes(ByteCount bytes);

} // namespace phasor
