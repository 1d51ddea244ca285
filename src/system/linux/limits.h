// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>

// Limits of the system that this process runs in, from other files in tests.
namespace phasor {

// Smallest quota, in processors (1.5: three processors half of the time); infinity if there is none. Version 2
// (cpu.max) and version 1 (cpu.cfs_quota_us); a container sees its group as the root, or only in its path. `root` is
// the root of the file system.
double cgroupQuota(const std::filesystem::path& root = "/");

// Bytes that one more request may take: the smallest of half of MemAvailable, what the process's cgroups leave (page
// cache that can be dropped counts as free) and what RLIMIT_AS leaves. A missing file sets no limit.
std::uint64_t availableMemory(const std::filesystem::path& root);

} // namespace phasor
