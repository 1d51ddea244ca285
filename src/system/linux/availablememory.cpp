// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/linux/memoryfiles.h"

#include "system/memorybudget.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <locale>
#include <optional>

namespace phasor {

namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

std::uint64_t difference(std::uint64_t limit, std::uint64_t used)
{
    return limit > used ? limit - used : 0;
}

std::ifstream openText(const std::string& path)
{
    std::ifstream file(path);
    file.imbue(std::locale::classic());
    return file;
}

// The number after `key` in lines of "key number [unit]".
std::optional<std::uint64_t> lineOf(const std::string& path, std::string_view key)
{
    std::ifstream file = openText(path);
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

// The only number of the file; none if there is no file or it says "max".
std::optional<std::uint64_t> numberIn(const std::string& path)
{
    std::ifstream file = openText(path);
    std::uint64_t value = 0;
    return file >> value ? std::optional(value) : std::nullopt;
}

std::uint64_t leftInGroup(const std::string& folder)
{
    const auto limit = numberIn(folder + "/memory.max");
    const auto current = numberIn(folder + "/memory.current");
    if (!limit || !current)
        return kNoLimit;
    const std::string stat = folder + "/memory.stat";
    const std::uint64_t cache = lineOf(stat, "active_file").value_or(0) + lineOf(stat, "inactive_file").value_or(0);
    return difference(*limit, difference(*current, cache));
}

// A limit may stand at any level above the process's own group.
std::uint64_t leftInGroups(const MemoryFiles& files)
{
    std::uint64_t left = leftInGroup(files.cgroupRoot);
    std::ifstream file = openText(files.cgroup);
    std::string line;
    while (std::getline(file, line)) {
        if (!line.starts_with("0::/"))
            continue;
        for (std::string path = line.substr(3); path.size() > 1; path.resize(path.rfind('/')))
            left = std::min(left, leftInGroup(files.cgroupRoot + path));
    }
    return left;
}

std::uint64_t leftOfAddressSpace(const MemoryFiles& files)
{
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return kNoLimit;
    const auto pageSize = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    return difference(limit.rlim_cur, numberIn(files.statm).value_or(0) * pageSize);
}

} // namespace

std::uint64_t availableMemory()
{
    return availableMemory(MemoryFiles{});
}

std::uint64_t availableMemory(const MemoryFiles& files)
{
    const auto kibibytes = lineOf(files.meminfo, "MemAvailable:");
    const std::uint64_t half = kibibytes ? *kibibytes * 1024 / 2 : kNoLimit;
    return std::min({half, leftInGroups(files), leftOfAddressSpace(files)});
}

} // namespace phasor
