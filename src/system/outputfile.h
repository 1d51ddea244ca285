// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <cstddef>
#include <memory>
#include <span>

namespace phasor {

// Output file: the only way to write a file. The bytes go to a new file, which replaces the target when all of them are
// on the disk. Until then, and after any failure, the old file is unchanged and nothing else is left. A symbolic link
// stays, and its target is replaced; an old file's permissions are kept; a hard link is broken. A character device
// (/dev/null) or a pipe with a reader is written directly. Errors are of kind Output, code the errno's name (ENOSPC),
// or Cancelled if commit() finds its job canceled (CancelScope); the old file stays then, too. The program must ignore
// SIGXFSZ, so that a file size limit is an error and not a signal. One thread at a time. Without commit() the
// destructor discards the new file.
//
// On Linux the new file has no name until it replaces the target (O_TMPFILE), so that nothing is left however the
// program ends. File systems without such files (NFS, FAT): it is ".phasor-PID-RANDOM.tmp" in the target's folder;
// Interrupt removes it, or the next run that writes into that folder after its program has ended. Other systems: it is
// ".phasor-RANDOM.tmp", a killed program leaves it, and nothing waits for the disk.
class OutputFile
{
public:
    // `path` is raw bytes, any encoding; "-" is a file of that name. Refuses paths that can be neither replaced nor
    // written: folders, sockets, block devices, pipes without a reader, files without permission.
    static Result<OutputFile> open(std::string path);
    // Writes directly, for the path "-".
    static Result<OutputFile> standardOutput();

    // Checks the room on the disk, the quotas of user and group, and the limit of this process, as far as they are
    // known: ENOSPC, EDQUOT, EFBIG with both numbers. Writes nothing.
    Status requireSpace(std::int64_t bytes);
    // All of `bytes` or an Error; after an Error every later call returns it again.
    Status write(std::span<const std::byte> bytes);
    Status write(std::string_view text);
    // Flushes file and folder and renames the file. Only once; writing is not allowed afterwards.
    Status commit();

    // A name under which another program can write the file until commit(); empty for a pipe or device.
    std::string pathForOthers() const { return m_sink ? m_sink->pathForOthers() : std::string(); }
    // After commit(): a warning about the file, which is complete.
    const std::optional<Message>& warning() const { return m_warning; }

    const std::string& path() const { return m_path; }

    // Where the bytes go; a class of each system. The destructor discards a file that has not taken its place.
    class Sink
    {
    public:
        virtual ~Sink() = default;
        virtual Status requireSpace(std::int64_t /*bytes*/) const { return Done{}; }
        virtual Status write(std::span<const std::byte> bytes) = 0; // all of them
        virtual std::string pathForOthers() const { return {}; }
        virtual Status flush() = 0; // to the disk; nothing may be written afterwards
        // After flush(); also flushes the folder. A warning: that could not be done, and the file is complete.
        virtual Result<std::optional<Message>> takePlace() { return std::optional<Message>(); }
    };

private:
    static Result<std::unique_ptr<Sink>> sinkAt(const std::string& path);
    static Result<std::unique_ptr<Sink>> sinkOfStandardOutput();

    OutputFile(std::string path, std::unique_ptr<Sink> sink)
        : m_path(std::move(path))
        , m_sink(std::move(sink))
    {
    }

    template <typename Step> Status next(const Step& step);

    std::string m_path; // as the caller wrote it
    std::unique_ptr<Sink> m_sink; // null after an Error
    std::optional<Message> m_warning;
    std::optional<Error> m_error;
};

inline constexpr const char* kStandardOutputName = "standard output"; // in messages

// Number of files that can be open at once, after raising it to `wanted` where the system lets the program.
std::int64_t openFilesAllowed(std::int64_t wanted);

// Removes every unfinished file, as the program must end. A thread that then creates one, or lets one take its place,
// is blocked until the program has ended. Call it from any thread, but not from a signal handler. It waits at most 2 s
// for a thread that is naming a file right now (the disk may be a network disk that does not answer). True if the work
// was complete: no file was unfinished, and at least one has taken its place. Only on Linux; elsewhere it does nothing.
bool endUnfinishedFiles();

} // namespace phasor
