// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace phasor {

// Files of the kernel with the amounts of memory; others only in tests.
struct MemoryFiles
{
    std::string meminfo = "/proc/meminfo";
    std::string statm = "/proc/self/statm";
    std::string cgroup = "/proc/self/cgroup";
    std::string cgroupRoot = "/sys/fs/cgroup";
};

// Bytes that one more request may take: the smallest of half of MemAvailable, what the process's cgroups leave (page
// cache that can be dropped counts as free) and what RLIMIT_AS leaves. A missing file sets no limit.
std::uint64_t availableMemory(const MemoryFiles& files);

} // namespace phasor
