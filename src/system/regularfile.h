// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace phasor {

// A regular file, opened for reading by the raw bytes of its name; opening never waits (for a pipe without a writer,
// say). Any number of threads may read at once. Errors are of kind Input; `where`, the file, is for the caller to fill
// in.
class RegularFile
{
public:
    // Errors: code the errno's name, or NOTREGULAR.
    static Result<RegularFile> open(const std::string& path);
    RegularFile(RegularFile&&) noexcept;
    RegularFile& operator=(RegularFile&&) noexcept;
    ~RegularFile();

    std::int64_t size() const; // when it was opened
    // Bytes from `offset` on, at most as many as `out` holds; how many there were, 0 at the end of the file. Error
    // READ.
    Result<std::size_t> readSome(std::int64_t offset, std::span<std::byte> out) const;

private:
    struct State;
    explicit RegularFile(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace phasor
