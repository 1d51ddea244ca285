// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/memory.h"
#include "system/linux/limits.h"

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <limits>
#include <malloc.h>
#include <unistd.h>

namespace phasor {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

std::uint64_t difference(std::uint64_t limit, std::uint64_t used)
{
    return limit > used ? limit - used : 0;
}

// The number after `key` in lines of "key number [unit]".
std::optional<std::uint64_t> lineOf(const fs::path& path, std::string_view key)
{
    std::ifstream file(path);
    std::string word;
    std::string rest;
    std::uint64_t value = 0;
    while (file >> word) {
        if (word == key && file >> value)
            return value;
        std::getline(file, rest);
    }
    return std::nullopt;
}

// The file's only number; none if the file is missing or says "max".
std::optional<std::uint64_t> numberIn(const fs::path& path)
{
    std::ifstream file(path);
    std::uint64_t value = 0;
    return file >> value ? std::optional(value) : std::nullopt;
}

std::uint64_t leftInGroup(const fs::path& folder)
{
    const auto limit = numberIn(folder / "memory.max");
    const auto current = numberIn(folder / "memory.current");
    if (!limit || !current)
        return kNoLimit;
    const fs::path stat = folder / "memory.stat";
    const std::uint64_t cache = lineOf(stat, "active_file").value_or(0) + lineOf(stat, "inactive_file").value_or(0);
    return difference(*limit, difference(*current, cache));
}

// Memory left by the cgroups' limits. Any level above the process's group may have one.
std::uint64_t leftInGroups(const fs::path& root)
{
    const fs::path mount = root / "sys/fs/cgroup";
    std::uint64_t left = leftInGroup(mount);
    std::ifstream file(root / "proc/self/cgroup");
    for (std::string line; std::getline(file, line);) {
        fs::path group = line.starts_with("0::/") ? fs::path(line.substr(3)).relative_path() : fs::path();
        for (; !group.empty(); group = group.parent_path())
            left = std::min(left, leftInGroup(mount / group));
    }
    return left;
}

std::uint64_t leftOfAddressSpace(const fs::path& root)
{
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return kNoLimit;
    const auto pageSize = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    return difference(limit.rlim_cur, numberIn(root / "proc/self/statm").value_or(0) * pageSize);
}

constexpr std::size_t kAnother = 1 << 20;
constexpr std::size_t kStack = 64 << 10; // stack of the handler, as the crash may be a stack overflow

// Global, as a handler has no arguments.
void (*whatToSay)() = nullptr;
struct sigaction before = {};

bool isMemoryLeft()
{
    void* const another = mmap(nullptr, kAnother, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (another == MAP_FAILED)
        return false;
    munmap(another, kAnother);
    return true;
}

// Crash after a failed allocation whose null pointer a library used. errno may still show it: a large allocation can
// fail while small ones succeed.
void crashed(int number)
{
    if (errno == ENOMEM || !isMemoryLeft())
        whatToSay();
    sigaction(number, &before, nullptr); // the crash repeats when this returns
}

} // namespace

std::uint64_t availableMemory()
{
    return availableMemory("/");
}

std::uint64_t availableMemory(const fs::path& root)
{
    const auto kibibytes = lineOf(root / "proc/meminfo", "MemAvailable:");
    const std::uint64_t half = kibibytes ? *kibibytes * 1024 / 2 : kNoLimit;
    return std::min({half, leftInGroups(root), leftOfAddressSpace(root)});
}

void onCrashWithoutMemory(void (*report)())
{
    alignas(16) static std::array<std::byte, kStack> room;
    whatToSay = report;
    stack_t stack = {};
    stack.ss_sp = room.data();
    stack.ss_size = room.size();
    struct sigaction action = {};
    action.sa_handler = crashed;
    if (sigaltstack(&stack, nullptr) == 0)
        action.sa_flags = SA_ONSTACK;
    sigaction(SIGSEGV, &action, &before);
}

void keepFreedMemory()
{
    constexpr int kOwnMapping = 32 << 20; // bytes; the most that the threads' heaps take
    constexpr int kKept = 32 << 20; // at the end of each heap
    const long heaps = sysconf(_SC_NPROCESSORS_ONLN) + 2; // shared if the program has more threads
    mallopt(M_MMAP_THRESHOLD, kOwnMapping);
    mallopt(M_TRIM_THRESHOLD, kKept);
    mallopt(M_ARENA_MAX, static_cast<int>(heaps));
}

void returnFreedMemory()
{
    malloc_trim(0);
}

void preferLargePages(void* data, std::size_t bytes)
{
    ::madvise(data, bytes, MADV_HUGEPAGE); // small pages work, too
}

} // namespace phasor
