// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "system/systemerror.h"

#include <cerrno>
#include <cstddef>
#include <memory>
#include <span>

namespace phasor {

// The Errors of RegularFile, the same words on every system.

inline Error notARegularFile(std::string code, Message what)
{
    return {.kind = ErrorKind::Input,
            .code = std::move(code),
            .what = std::move(what),
            .remedy = WORDS("name a regular file")};
}

// Error for a name that no file can have, whatever is on the disk.
inline std::optional<Error> refusedFileName(const std::string& path)
{
    if (path.empty())
        return notARegularFile("ENOENT", WORDS("empty name"));
    if (path.find('\0') != std::string::npos)
        return notARegularFile("EINVAL", WORDS("a NUL byte in the name"));
    return std::nullopt;
}

inline Error cannotOpenFile(int code)
{
    return {.kind = ErrorKind::Input,
            .code = errorName(code, "READ"),
            .what = WORDS("cannot open the file: %1").with(errorText(code)),
            .remedy = code == EACCES ? WORDS("ask for the permission to read it") : WORDS("check the name")};
}

inline Error cannotReadFile(int code, std::int64_t offset)
{
    return {.kind = ErrorKind::Input,
            .code = "READ",
            .what = WORDS("cannot read: %1").with(errorText(code)),
            .remedy = WORDS("check the disk"),
            .offset = offset};
}

// Distinguishes files of the same name, and a file before and after writing.
struct FileIdentity
{
    std::uint64_t device = 0; // and inode: 0 on systems where the standard library lacks them
    std::uint64_t inode = 0;
    std::int64_t size = 0; // bytes
    std::int64_t modified = 0; // last write, in the system's finest unit, from an origin that is always the same
    bool operator==(const FileIdentity&) const = default;
};

// Identity of the file with this name (raw bytes; links are followed); nothing is opened. Nothing if there is none.
std::optional<FileIdentity> identityOf(const std::string& path);

// A regular file, opened for reading by the raw bytes of its name. Opening never waits (for example for a pipe without
// a writer). Any number of threads may read at once. Errors are of kind Input; the caller sets `where`, the file.
class RegularFile
{
public:
    // Errors: code the errno's name, or NOTREGULAR.
    static Result<RegularFile> open(const std::string& path);

    const FileIdentity& identity() const { return m_identity; } // when it was opened
    std::int64_t size() const { return m_identity.size; }
    bool changed() const; // it was written to, or cut, since it was opened
    // Bytes from `offset` on, at most as many as `out` holds; how many there were, 0 at the end of the file. Error
    // READ.
    Result<std::size_t> readSome(std::int64_t offset, std::span<std::byte> out) const;

private:
    struct State;
    RegularFile(std::shared_ptr<State> state, const FileIdentity& identity)
        : m_state(std::move(state))
        , m_identity(identity)
    {
    }
    std::shared_ptr<State> m_state; // copies read the same open file
    FileIdentity m_identity;
};

// A file that one program at a time can own, by its path in raw bytes. It is made if it is missing. The system drops
// the lock however the program ends, so what the file holds, its age and old process numbers don't matter. Systems
// other than Linux have no lock: the state is never OfOthers. One thread at a time.
class FileLock
{
public:
    enum class State { Owned, OfOthers, Impossible }; // Impossible: the file cannot be made or locked

    FileLock() = default; // of no file
    explicit FileLock(const std::string& path);

    State state() const { return m_state; }
    void remove(); // the file, if it is owned, and the lock

private:
    std::string m_path;
    State m_state = State::Impossible;
    std::shared_ptr<void> m_open; // the lock's end
};

} // namespace phasor
