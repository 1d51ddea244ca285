// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/outputfile.h"

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
        m_sink.reset();
    }
    return done;
}

Result<OutputFile> OutputFile::open(std::string path)
{
    TRY(std::unique_ptr<Sink> sink, sinkAt(path));
    return OutputFile(std::move(path), std::move(sink));
}

Result<OutputFile> OutputFile::standardOutput()
{
    TRY(std::unique_ptr<Sink> sink, sinkOfStandardOutput());
    return OutputFile(kStandardOutputName, std::move(sink));
}

Status OutputFile::requireSpace(std::int64_t bytes)
{
    return next([&] { return m_sink->requireSpace(bytes); });
}

Status OutputFile::write(std::span<const std::byte> bytes)
{
    return next([&] { return m_sink->write(bytes); });
}

Status OutputFile::write(std::string_view text)
{
    return write(std::as_bytes(std::span(text)));
}

Status OutputFile::commit()
{
    const Status done = next([&]() -> Status {
        TRY_DONE(m_sink->flush());
        if (cancelled()) // while it was flushed
            return cancelledError();
        TRY(m_warning, m_sink->takePlace());
        return Done{};
    });
    if (done.ok())
        m_error = outputError(m_path, EBADF, WORDS("cannot write: %1")); // for later calls
    return done;
}

} // namespace phasor
