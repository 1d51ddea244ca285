// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <fstream>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

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

#if defined(__SANITIZE_THREAD__)

// ThreadSanitizer does not see the synchronisation inside the packaged oneTBB, which is not instrumented, and would
// report races that are none. Plain threads show it every access of ours as it is.
template <typename Tile> void runTiles(std::int64_t tiles, const Tile& tile)
{
    std::atomic<std::int64_t> next = 0;
    std::exception_ptr failure;
    std::mutex guard;
    const auto work = [&] {
        try {
            for (std::int64_t t = next++; t < tiles; t = next++)
                tile(t);
        } catch (...) {
            const std::lock_guard lock(guard);
            failure = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> threads;
        for (std::int64_t i = 1; i < std::min<std::int64_t>(tiles, workerCount()); ++i)
            threads.emplace_back(work);
        work();
    }
    if (failure)
        std::rethrow_exception(failure);
}

#else

template <typename Tile> void runTiles(std::int64_t tiles, const Tile& tile)
{
    tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, tiles, 1), [&](const auto& range) {
        for (std::int64_t t = range.begin(); t < range.end(); ++t)
            tile(t);
    });
}

#endif

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
    const auto tile = [&](std::int64_t t) {
        body({begin + t * grain, std::min(end, begin + (t + 1) * grain)});
    };
    const auto serial = [&] {
        for (std::int64_t t = 0; t < tiles; ++t)
            tile(t);
    };
    if (tiles == 1 || workerCount() == 1) {
        serial();
        return;
    }
    try {
        runTiles(tiles, tile);
    } catch (const std::system_error&) {
        serial(); // no thread could be made (RLIMIT_NPROC); every tile may be computed again, the result is the same
    }
}

} // namespace phasor
