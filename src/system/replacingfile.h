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

// A new file that replaces the one at `path` when it is complete; part of OutputFile, which has the contract for users.
// Errors are of kind Output, code the errno's name. One thread at a time.
//
// On Linux the new file has no name until it replaces the target (O_TMPFILE), so that nothing is left however the
// program ends. File systems without such files (NFS, FAT): it is ".phasor-PID-RANDOM.tmp" in the target's folder;
// Interrupt removes it, or the next run that writes into that folder after its program has ended. Other systems: it is
// ".phasor-RANDOM.tmp", a killed program leaves it, and nothing waits for the disk.
class ReplacingFile
{
public:
    // `path` is raw bytes. Refuses paths that can be neither replaced nor written: folders, sockets, block devices,
    // pipes without a reader, files without permission. A character device or pipe is opened and written directly.
    static Result<ReplacingFile> open(const std::string& path);
    static Result<ReplacingFile> standardOutput(); // written directly, too
    ReplacingFile(ReplacingFile&&) noexcept = default; // a file that has not replaced its target is discarded
    ReplacingFile& operator=(ReplacingFile&&) noexcept = default;

    // Checks the room on the disk, the quotas of user and group, and the limit of this process, as far as they are
    // known. Error: ENOSPC, EDQUOT, EFBIG with both numbers. Writes nothing.
    Status requireSpace(std::int64_t bytes) const;
    Status write(std::span<const std::byte> bytes); // all of them
    std::string pathForOthers() const; // another program can write there until flush(); empty for a device
    Status flush(); // to the disk; nothing may be written afterwards
    Status takePlace(); // after flush(); also flushes the folder. Does nothing for a device.
    const std::optional<Message>& warning() const; // after takePlace(): folder was not flushed, file is complete
    void discard(); // nothing else may be called afterwards

private:
    struct State;
    explicit ReplacingFile(std::shared_ptr<State> state)
        : m_state(std::move(state))
    {
    }
    std::shared_ptr<State> m_state; // never shared
};

// Number of files that can be open at once, after raising it to `wanted` where the system lets the program.
std::int64_t openFilesAllowed(std::int64_t wanted);

// Removes every unfinished file, as the program must end. None can be created or take its place afterwards. Waits at
// most 2 s for a thread that is doing so right now. Only on Linux; elsewhere it does nothing.
void removeUnfinishedFiles();

} // namespace phasor
