// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/linux/cgroupquota.h"

#include "text/numbers.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>

namespace phasor {

namespace fs = std::filesystem;

namespace {

constexpr double kNone = std::numeric_limits<double>::infinity();

std::string wordOf(const fs::path& path)
{
    std::string word;
    std::ifstream(path) >> word;
    return word;
}

double quotaOf(const std::string& time, const std::string& period)
{
    const Result<double> a = parseReal(time); // "max" and -1 mean none
    const Result<double> b = parseReal(period);
    return a.ok() && b.ok() && *a > 0 && *b > 0 ? *a / *b : kNone;
}

double quotaOfVersion2(const fs::path& group)
{
    std::ifstream file(group / "cpu.max");
    std::string time;
    std::string period;
    return file >> time >> period ? quotaOf(time, period) : kNone;
}

double quotaOfVersion1(const fs::path& group)
{
    return quotaOf(wordOf(group / "cpu.cfs_quota_us"), wordOf(group / "cpu.cfs_period_us"));
}

// Smallest quota of the group and the groups above it, up to the mounted root.
double leastQuota(const fs::path& mount, fs::path group, double (*quota)(const fs::path&))
{
    double least = quota(mount);
    for (; !group.empty(); group = group.parent_path())
        least = std::min(least, quota(mount / group));
    return least;
}

bool holds(std::string_view list, std::string_view name)
{
    const std::string padded = "," + std::string(list) + ",";
    return padded.find("," + std::string(name) + ",") != std::string::npos;
}

} // namespace

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
        const std::string_view controllers = std::string_view(line).substr(first + 1, second - first - 1);
        const fs::path group = fs::path(line.substr(second + 1)).relative_path();
        if (controllers.empty())
            least = std::min(least, leastQuota(mount, group, quotaOfVersion2));
        else if (holds(controllers, "cpu"))
            least = std::min(least, leastQuota(mount / "cpu", group, quotaOfVersion1));
    }
    return least;
}

} // namespace phasor
