// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "system/replacingfile.h"
#include "text/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace phasor {

// Output file: the only way to write a file. The bytes go to a new file (on Linux one without a name), which replaces
// the target when all of them are on the disk. Until then, and after any failure, the old file is unchanged and nothing
// else is left. A symbolic link stays, and its target is replaced; an old file's permissions are kept; a hard link is
// broken. A character device (/dev/null) or a pipe with a reader is written directly. Errors are of kind Output, code
// the errno's name (ENOSPC), or Cancelled if commit() finds its job canceled (CancelScope); the old file stays then,
// too. The program must ignore SIGXFSZ, so that a file size limit is an error and not a signal. One thread at a time.
// Without commit() the destructor discards the new file.
class OutputFile
{
public:
    // `path` is raw bytes, any encoding; "-" is a file of that name.
    static Result<OutputFile> open(std::string path);
    // Writes directly, for the path "-".
    static Result<OutputFile> standardOutput();

    // Checks whether the disk has this much room, as far as it tells: ENOSPC, EDQUOT, EFBIG with both numbers.
    Status requireSpace(std::int64_t bytes);
    // All of `bytes` or an Error; after an Error every later call returns it again.
    Status write(std::span<const std::byte> bytes);
    Status write(std::string_view text);
    // Flushes file and folder and renames the file. Only once; writing is not allowed afterwards.
    Status commit();

    // A name under which another program can write the file until commit(); empty for a pipe or device.
    std::string pathForOthers() const { return m_file.pathForOthers(); }
    // After commit(): a warning about the file, which is complete.
    const std::optional<Message>& warning() const { return m_file.warning(); }

    const std::string& path() const { return m_path; }

private:
    OutputFile(std::string path, ReplacingFile file)
        : m_path(std::move(path))
        , m_file(std::move(file))
    {
    }

    template <typename Step> Status next(const Step& step);

    std::string m_path; // as the caller wrote it
    ReplacingFile m_file; // its destructor discards the file unless committed
    std::optional<Error> m_error;
};

} // namespace phasor
