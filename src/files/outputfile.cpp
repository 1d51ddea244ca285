// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/outputfile.h"

#include "system/cancelscope.h"
#include "system/systemerror.h"

#include <cerrno>

namespace phasor {

// Runs `step` unless a previous one failed.
template <typename Step> Status OutputFile::next(const Step& step)
{
    if (m_error)
        return *m_error;
    Status done = step();
    if (!done.ok()) {
        m_error = done.error();
        m_file.discard();
    }
    return done;
}

Result<OutputFile> OutputFile::open(std::string path)
{
    TRY(ReplacingFile file, ReplacingFile::open(path));
    return OutputFile(std::move(path), std::move(file));
}

Result<OutputFile> OutputFile::standardOutput()
{
    TRY(ReplacingFile file, ReplacingFile::standardOutput());
    return OutputFile("standard output", std::move(file));
}

Status OutputFile::requireSpace(std::int64_t bytes)
{
    return next([&] { return m_file.requireSpace(bytes); });
}

Status OutputFile::write(std::span<const std::byte> bytes)
{
    return next([&] { return m_file.write(bytes); });
}

Status OutputFile::write(std::string_view text)
{
    return write(std::as_bytes(std::span(text)));
}

Status OutputFile::commit()
{
    const Status done = next([&]() -> Status {
        TRY_DONE(m_file.flush());
        if (cancelled()) // while it was flushed
            return cancelledError();
        return m_file.takePlace();
    });
    if (done.ok())
        m_error = outputError(m_path, EBADF, WORDS("cannot write: %1")); // for later calls
    return done;
}

} // namespace phasor
