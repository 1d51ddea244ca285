// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <sys/stat.h>

#include <optional>
#include <string>

namespace phasor {

// Destination of the bytes for a path. Part of OutputFile.
struct OutputTarget
{
    bool device = false; // a character device or a pipe, written directly; the rest is empty
    std::string path; // the file itself, symbolic links followed
    std::string folder; // its folder
    std::string name; // in that folder
    std::optional<struct stat> old; // the existing file
};

// Refuses paths that can be neither replaced nor written: folders, sockets, block devices, files without permission.
Result<OutputTarget> findOutputTarget(const std::string& path);

// Gives the open file `to` the mode, group and extended attributes of the old file, as far as allowed.
void keepPermissions(const OutputTarget& target, int to);

bool sameFile(const struct stat& a, const struct stat& b);

} // namespace phasor
