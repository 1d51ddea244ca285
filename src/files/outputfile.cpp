// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/outputfile.h"

#include "system/cancelscope.h"
#include "system/outputerrors.h"
#include "system/replacingfile.h"

#include <cerrno>
#include <optional>

namespace phasor {

struct OutputFile::State
{
    std::string path; // as the caller named it
    ReplacingFile file;
    std::optional<Error> error;

    // Runs `step` unless one before it failed.
    template <typename Step> Status next(const Step& step)
    {
        if (error)
            return *error;
        Status done = step();
        if (!done.ok()) {
            error = done.error();
            file.discard();
        }
        return done;
    }
};

OutputFile::OutputFile(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}
OutputFile::OutputFile(OutputFile&&) noexcept = default;
OutputFile& OutputFile::operator=(OutputFile&&) noexcept = default;
OutputFile::~OutputFile() = default;

Result<OutputFile> OutputFile::open(std::string path)
{
    TRY(ReplacingFile file, ReplacingFile::open(path));
    return OutputFile(std::make_unique<State>(State{std::move(path), std::move(file), {}}));
}

Result<OutputFile> OutputFile::standardOutput()
{
    TRY(ReplacingFile file, ReplacingFile::standardOutput());
    return OutputFile(std::make_unique<State>(State{"standard output", std::move(file), {}}));
}

Status OutputFile::requireSpace(std::int64_t bytes)
{
    return m_state->next([&] { return m_state->file.requireSpace(bytes); });
}

const std::optional<Message>& OutputFile::warning() const
{
    return m_state->file.warning();
}

Status OutputFile::write(std::span<const std::byte> bytes)
{
    return m_state->next([&] { return m_state->file.write(bytes); });
}

Status OutputFile::write(std::string_view text)
{
    return write(std::as_bytes(std::span(text)));
}

Status OutputFile::commit()
{
    const Status done = m_state->next([&]() -> Status {
        TRY_DONE(m_state->file.flush());
        if (cancelled()) // while it was flushed
            return cancelledError();
        return m_state->file.takePlace();
    });
    if (done.ok())
        m_state->error = outputError(m_state->path, EBADF, WORDS("cannot write: %1")); // for later calls
    return done;
}

const std::string& OutputFile::path() const
{
    return m_state->path;
}

} // namespace phasor
