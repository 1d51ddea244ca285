// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace phasor {

// Processors that this process may keep busy, at least 1: its affinity mask, and the quota of its control group and of
// every group above it, rounded up. Reads files; any thread.
int usableProcessors();

// The least quota, in processors (1.5: three processors half of the time); infinity where there is none. Version 2
// (cpu.max) and version 1 (cpu.cfs_quota_us); a container sees its own group as the root, or only in its path.
// `root` is the root of the file system, another one in tests.
double cgroupQuota(const std::filesystem::path& root = "/");

// How many threads can be made now, up to `wanted` (>= 0): RLIMIT_NPROC, pids.max and memory for stacks may allow
// fewer. Makes them and waits until they are gone.
int threadsThatCanBeMade(int wanted);

} // namespace phasor
