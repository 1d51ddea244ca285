// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/inputfile.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

// The bytes as a file, which the next call replaces: its path, or it is open.
inline std::string fuzzPath(const std::uint8_t* data, std::size_t size)
{
    static const int descriptor = memfd_create("fuzz", 0);
    if (ftruncate(descriptor, 0) != 0 || pwrite(descriptor, data, size, 0) != static_cast<ssize_t>(size))
        std::abort();
    return "/proc/self/fd/" + std::to_string(descriptor);
}

inline phasor::InputFile fuzzFile(const std::uint8_t* data, std::size_t size)
{
    return phasor::InputFile::open(fuzzPath(data, size)).value();
}
