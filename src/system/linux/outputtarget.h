// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <sys/stat.h>

#include <optional>
#include <string>
#include <string_view>

namespace phasor {

// The Output Error of a system call: code and text of the errno, in English, with what the user can do about it.
// `fault` has a place for that text: WORDS("cannot write: %1").
Error outputError(const std::string& path, int code, SourceText fault);

// Where the bytes for a path go. Part of OutputFile.
struct OutputTarget
{
    bool device = false; // a character device, written directly; the rest is empty
    std::string path; // the file itself, symbolic links followed
    std::string folder; // of that file
    std::string name; // in that folder
    std::optional<struct stat> old; // of the file that is there
};

// Refuses what can be neither replaced nor written: folders, pipes, sockets, block devices, files without permission.
Result<OutputTarget> findOutputTarget(const std::string& path);

// Gives the open file `to` the mode, group and extended attributes of the old file, as far as the system lets us.
void keepPermissions(const OutputTarget& target, int to);

bool sameFile(const struct stat& a, const struct stat& b);

} // namespace phasor
