// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace phasor {

// Processors that this process may keep busy, at least 1. On Linux: the smallest of its affinity mask and of the quotas
// of its control group and the groups above it, rounded up. Reads files; any thread.
int usableProcessors();

// How many threads can be made now, up to `wanted` (>= 0): RLIMIT_NPROC, pids.max and memory for stacks may allow
// fewer. Makes them and waits until they are gone.
int threadsThatCanBeMade(int wanted);

// From now on the calling thread runs behind the other threads of the program where processors are few; not where the
// system cannot say so of one thread.
void giveWayToOtherThreads();

// Name from the system, or "unknown".
std::string processorName();

// Bytes of the largest cache that the first processor has or shares; where the system does not say, a usual size.
std::int64_t lastLevelCacheBytes();
inline constexpr std::int64_t kUsualCacheBytes = std::int64_t{8} << 20;

} // namespace phasor
