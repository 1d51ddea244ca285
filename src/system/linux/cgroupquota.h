// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace phasor {

// Smallest quota, in processors (1.5: three processors half of the time); infinity if there is none. Version 2
// (cpu.max) and version 1 (cpu.cfs_quota_us); a container sees its group as the root, or only in its path. `root` is
// the root of the file system, another one in tests.
double cgroupQuota(const std::filesystem::path& root = "/");

} // namespace phasor
