// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/processors.h"

#include <algorithm>
#include <exception>
#include <latch>
#include <thread>
#include <vector>

namespace phasor {

int usableProcessors()
{
    return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

int threadsThatCanBeMade(int wanted)
{
    std::latch finish(1);
    std::vector<std::jthread> threads;
    try {
        while (static_cast<int>(threads.size()) < wanted)
            threads.emplace_back([&finish] { finish.wait(); });
    } catch (const std::exception&) { // the number of threads that could be made is known then
    }
    finish.count_down();
    return static_cast<int>(threads.size());
}

void giveWayToOtherThreads() { }

std::string processorName()
{
    return "unknown";
}

std::int64_t lastLevelCacheBytes()
{
    return kUsualCacheBytes;
}

} // namespace phasor
