// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace phasor {

// What was made of a file and may be kept for the next one who asks. Immutable to its users, thread-safe.
class FileContent
{
public:
    virtual ~FileContent() = default;

    virtual std::uint64_t memory() const = 0; // bytes that it holds, about
    // False once the file failed under it: the next one who asks gets a new one.
    virtual bool usable() const { return true; }

protected:
    FileContent() = default;
    FileContent(const FileContent&) = default;
    FileContent& operator=(const FileContent&) = default;
};

} // namespace phasor
