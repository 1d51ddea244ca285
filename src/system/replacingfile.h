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

// A new file that takes the place of the one at `path` when it is whole; part of OutputFile, which says what users are
// promised. Errors are of kind Output, code the errno's name. One thread at a time.
//
// On Linux the new file has no name until it takes its place (O_TMPFILE), so that nothing is left behind however the
// program ends. Where the file system offers no such files (NFS, FAT) it is ".phasor-PID-RANDOM.tmp" in the target's
// folder: removed by Interrupt, or by the next run that writes into that folder once its program has ended.
// Elsewhere it is ".phasor-RANDOM.tmp", left there by a program that is killed, and nothing waits for the disk.
class ReplacingFile
{
public:
    // `path` is raw bytes. Refuses what can be neither replaced nor written: folders, sockets, block devices, pipes
    // that nobody reads, files without permission. A character device or a pipe is opened and written directly.
    static Result<ReplacingFile> open(const std::string& path);
    static Result<ReplacingFile> standardOutput(); // written directly, too
    ReplacingFile(ReplacingFile&&) noexcept = default; // a file that has not taken its place is discarded with it
    ReplacingFile& operator=(ReplacingFile&&) noexcept = default;

    // Asks the disk, the quotas of user and group, and the limit of this process for so many bytes, as far as they say.
    // Error: ENOSPC, EDQUOT, EFBIG with both numbers. Nothing is written.
    Status requireSpace(std::int64_t bytes) const;
    Status write(std::span<const std::byte> bytes); // all of them
    Status flush(); // to the disk; nothing may be written afterwards
    Status takePlace(); // after flush(); also flushes the folder. Nothing for a device.
    const std::optional<Message>& warning() const; // after takePlace(): the file stands, the folder was not flushed
    void discard(); // nothing else may be called afterwards

private:
    struct State;
    explicit ReplacingFile(std::shared_ptr<State> state)
        : m_state(std::move(state))
    {
    }
    std::shared_ptr<State> m_state; // of one ReplacingFile
};

// For a program that cannot go on: removes every file that has not taken its place. None can be created or take its
// place any more. Waits for a thread that is just doing so, at most 2 s. Elsewhere than on Linux it does nothing.
void removeUnfinishedFiles();

} // namespace phasor
