// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace phasor {

// Tells a file from another one of the same name, and from itself after it was written to.
struct FileIdentity
{
    std::uint64_t device = 0; // and inode: 0 on systems where the standard library does not say them
    std::uint64_t inode = 0;
    std::int64_t size = 0; // bytes
    std::int64_t modified = 0; // last write, in the system's finest unit, from an origin that is always the same
    bool operator==(const FileIdentity&) const = default;
};

// Of the file that has this name now (raw bytes; links are followed); nothing is opened. Nothing if there is none.
std::optional<FileIdentity> identityOf(const std::string& path);

// A regular file, opened for reading by the raw bytes of its name; opening never waits (for a pipe without a writer,
// say). Any number of threads may read at once. Errors are of kind Input; `where`, the file, is for the caller to fill
// in.
class RegularFile
{
public:
    // Errors: code the errno's name, or NOTREGULAR.
    static Result<RegularFile> open(const std::string& path);

    const FileIdentity& identity() const; // when it was opened
    std::int64_t size() const { return identity().size; }
    bool changed() const; // it was written to, or cut, since it was opened
    // Bytes from `offset` on, at most as many as `out` holds; how many there were, 0 at the end of the file. Error
    // READ.
    Result<std::size_t> readSome(std::int64_t offset, std::span<std::byte> out) const;

private:
    struct State;
    explicit RegularFile(std::shared_ptr<State> state)
        : m_state(std::move(state))
    {
    }
    std::shared_ptr<State> m_state; // copies read the same open file
};

} // namespace phasor
