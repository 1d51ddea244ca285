// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <system_error>

namespace phasor {

namespace {

// Processors that the cgroup's quota allows, or a huge number: oneTBB knows the affinity mask but not the quota.
int cgroupProcessors()
{
    std::ifstream file("/sys/fs/cgroup/cpu.max");
    double quota = 0;
    double period = 0;
    if (!(file >> quota >> period) || quota <= 0 || period <= 0)
        return 1 << 20;
    return std::max(1, static_cast<int>(std::ceil(quota / period)));
}

} // namespace

int workerCount()
{
    static const int count = std::max(1, std::min(tbb::info::default_concurrency(), cgroupProcessors()));
    return count;
}

void parallelFor(std::int64_t begin, std::int64_t end, std::int64_t grain, const std::function<void(Span)>& body)
{
    if (begin >= end)
        return;
    const std::int64_t tiles = (end - begin + grain - 1) / grain;
    const auto tile = [&](std::int64_t t) { body({begin + t * grain, std::min(end, begin + (t + 1) * grain)}); };
    const auto serial = [&] {
        for (std::int64_t t = 0; t < tiles; ++t)
            tile(t);
    };
    if (tiles == 1 || workerCount() == 1) {
        serial();
        return;
    }
    try {
        tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, tiles, 1), [&](const auto& range) {
            for (std::int64_t t = range.begin(); t < range.end(); ++t)
                tile(t);
        });
    } catch (const std::system_error&) {
        serial(); // no thread could be made (RLIMIT_NPROC); every tile may be computed again, the result is the same
    }
}

} // namespace phasor
