// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace phasor {

// Processors that this process may keep busy, at least 1. On Linux: the smallest of its affinity mask and of the quotas
// of its control group and the groups above it, rounded up. Reads files; any thread.
int usableProcessors();

// Number of threads that can be made now, up to `wanted` (>= 0): RLIMIT_NPROC, pids.max and memory for stacks may allow
// fewer. Makes them and waits until they have ended.
int threadsThatCanBeMade(int wanted);

// Lowers the calling thread's priority against the program's other threads; nothing if the system cannot do so for one
// thread.
void giveWayToOtherThreads();

// Name from the system, or "unknown".
std::string processorName();

// Bytes of the largest cache that the first processor has or shares; a usual size if the system does not report it.
std::int64_t lastLevelCacheBytes();
inline constexpr std::int64_t kUsualCacheBytes = std::int64_t{8} << 20;

} // namespace phasor
