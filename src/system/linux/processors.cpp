// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/processors.h"

#include "system/linux/limits.h"
#include "text/numbers.h"

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <fstream>
#include <latch>
#include <limits>
#include <thread>

namespace phasor {

namespace fs = std::filesystem;

constexpr double kNone = std::numeric_limits<double>::infinity();

// The time, and the period in which it may be used: two words of one file in version 2, two files in version 1.
static double quotaOf(const fs::path& group)
{
    std::string time;
    std::string period;
    if (std::ifstream both(group / "cpu.max"); !(both >> time >> period)) {
        std::ifstream(group / "cpu.cfs_quota_us") >> time;
        std::ifstream(group / "cpu.cfs_period_us") >> period;
    }
    const Result<double> used = parseReal(time); // "max" and -1 mean none
    const Result<double> of = parseReal(period);
    return used.ok() && of.ok() && *used > 0 && *of > 0 ? *used / *of : kNone;
}

// Smallest quota of the group and the groups above it, up to the mounted root.
static double leastQuota(const fs::path& mount, fs::path group)
{
    double least = quotaOf(mount);
    for (; !group.empty(); group = group.parent_path())
        least = std::min(least, quotaOf(mount / group));
    return least;
}

// Processors of the affinity mask. If they don't fit into a cpu_set_t, the kernel asks for a larger one.
static int allowedProcessors()
{
    constexpr std::size_t kMost = 1 << 16;
    for (std::size_t room = CPU_SETSIZE; room <= kMost; room *= 2) {
        std::vector<cpu_set_t> sets(room / CPU_SETSIZE);
        const std::size_t bytes = sets.size() * sizeof(cpu_set_t);
        if (sched_getaffinity(0, bytes, sets.data()) == 0)
            return std::max(1, CPU_COUNT_S(bytes, sets.data()));
        if (errno != EINVAL)
            break;
    }
    return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

double cgroupQuota(const fs::path& root)
{
    const fs::path mount = root / "sys/fs/cgroup";
    double least = kNone;
    std::ifstream groups(root / "proc/self/cgroup");
    for (std::string line; std::getline(groups, line);) { // number:controllers:/path
        const std::size_t first = line.find(':');
        const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
        if (second == std::string::npos)
            continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const fs::path group = fs::path(line.substr(second + 1)).relative_path();
        if (controllers.empty() || ("," + controllers + ",").find(",cpu,") != std::string::npos)
            least = std::min(least, leastQuota(controllers.empty() ? mount : mount / "cpu", group));
    }
    return least;
}

int usableProcessors()
{
    const int allowed = allowedProcessors();
    const double quota = std::max(1.0, std::ceil(cgroupQuota()));
    return quota < allowed ? static_cast<int>(quota) : allowed;
}

int threadsThatCanBeMade(int wanted)
{
    std::vector<std::atomic<pid_t>> ids(static_cast<std::size_t>(wanted));
    int made = 0;
    {
        std::latch finish(1);
        std::vector<std::jthread> threads;
        try {
            for (; made < wanted; ++made)
                threads.emplace_back([&finish, &id = ids[static_cast<std::size_t>(made)]] {
                    id = gettid();
                    finish.wait();
                });
        } catch (const std::exception&) { // `made` has the number
        }
        finish.count_down();
    }
    // A joined thread still counts until the kernel has released it.
    for (int i = 0; i < made; ++i) {
        while (tgkill(getpid(), ids[static_cast<std::size_t>(i)], 0) == 0)
            std::this_thread::yield();
    }
    return made;
}

void giveWayToOtherThreads()
{
    constexpr int kBehind = 5; // same as nice(1)
    setpriority(PRIO_PROCESS, 0, kBehind); // on Linux that of the calling thread alone
}

std::string processorName()
{
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos)
            return line.substr(colon + 2);
    }
    return "unknown";
}

// Size by the kernel; sysconf(_SC_LEVEL3_CACHE_SIZE) also counts caches of processors that a virtual machine lacks.
std::int64_t lastLevelCacheBytes()
{
    std::int64_t largest = 0;
    for (int index = 0; index < 8; ++index) {
        std::ifstream file("/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/size");
        std::int64_t size = 0;
        char unit = 'K';
        if (file >> size >> unit)
            largest = std::max(largest, size << (unit == 'M' ? 20 : 10));
    }
    return largest > 0 ? largest : kUsualCacheBytes;
}

} // namespace phasor
