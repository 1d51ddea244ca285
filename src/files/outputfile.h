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

// The one way to write a file. The bytes go to a new file, on Linux one without a name, which takes the target's place
// when all of them are on the disk; until then, and after any failure, the old file is as it was and nothing is left. A
// symbolic link stays and what it points to is replaced; the permissions of an old file are kept; a hard link is
// broken. A character device (/dev/null) or a pipe that is read is written directly. Errors are of kind Output, code
// the errno's name (ENOSPC), and Cancelled where commit() finds its job cancelled (CancelScope): the old file stays
// then, too. The program must ignore SIGXFSZ, so that a file size limit is an error and not a signal. One thread at a
// time. What is not committed goes with the object.
class OutputFile
{
public:
    // `path` is raw bytes, any encoding; "-" is a file of that name.
    static Result<OutputFile> open(std::string path);
    // Written as it comes, by whoever asked for "-".
    static Result<OutputFile> standardOutput();

    // Whether the disk has room for so many bytes, as far as it says: ENOSPC, EDQUOT, EFBIG with both numbers.
    Status requireSpace(std::int64_t bytes);
    // All of `bytes` or an Error; after an Error every later call returns it again.
    Status write(std::span<const std::byte> bytes);
    Status write(std::string_view text);
    // Flushes file and folder and gives the file its name. Only once; nothing may be written afterwards.
    Status commit();

    // After commit(): what is worth knowing of a file that stands.
    const std::optional<Message>& warning() const { return m_file.warning(); }

    const std::string& path() const { return m_path; }

private:
    OutputFile(std::string path, ReplacingFile file)
        : m_path(std::move(path))
        , m_file(std::move(file))
    {
    }

    template <typename Step> Status next(const Step& step);

    std::string m_path; // as the caller named it
    ReplacingFile m_file; // discards what is not committed
    std::optional<Error> m_error;
};

} // namespace phasor
