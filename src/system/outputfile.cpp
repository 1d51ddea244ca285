// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/outputfile.h"

#include "system/cancelscope.h"
#include "system/systemerror.h"

#include <cerrno>
#include <filesystem>

namespace phasor {

namespace {

// What the user can do about the error.
SourceText remedyFor(int code)
{
#ifdef EDQUOT // not in the standard library
    if (code == EDQUOT)
        code = ENOSPC;
#endif
    switch (code) {
    case ENOENT:
    case ENOTDIR:
        return WORDS("create the folder first");
    case EACCES:
    case EPERM:
    case EROFS:
        return WORDS("choose a folder you can write to (a file is replaced, so its folder must be writable)");
    case ENOSPC:
        return WORDS("free some space or choose another disk");
    case EFBIG:
        return WORDS("raise the file size limit (ulimit -f) or choose another disk");
    case ENAMETOOLONG:
    case EINVAL:
        return WORDS("choose a shorter or simpler name");
    case EMFILE:
    case ENFILE:
        return WORDS("close some files");
    default:
        return WORDS("choose another file");
    }
}

} // namespace

Error outputError(const std::string& path, int code, SourceText fault)
{
    return {.kind = ErrorKind::Output,
            .code = errorName(code, "OUTPUT"),
            .where = quotedPlace(path),
            .what = fault.with(errorText(code)),
            .remedy = remedyFor(code)};
}

Error refusedOutput(const std::string& path, std::string code, Message what)
{
    return {.kind = ErrorKind::Output,
            .code = std::move(code),
            .where = quotedPlace(path),
            .what = std::move(what),
            .remedy = WORDS("choose a file name")};
}

std::optional<Error> refusedOutputName(const std::string& path)
{
    if (path.empty())
        return refusedOutput(path, "ENOENT", WORDS("empty name"));
    if (path.find('\0') != std::string::npos)
        return refusedOutput(path, "EINVAL", WORDS("a NUL byte in the name"));
    return std::nullopt;
}

Result<std::string> resolvedLinks(const std::string& path)
{
    namespace fs = std::filesystem;
    constexpr int kMostLinks = 40; // same limit as Linux
    fs::path resolved = path;
    std::error_code error;
    for (int i = 0; i < kMostLinks; ++i) {
        if (!fs::is_symlink(fs::symlink_status(resolved, error)))
            return resolved.string();
        resolved = resolved.parent_path() / fs::read_symlink(resolved, error);
        if (error)
            return outputError(path, error.value(), WORDS("cannot follow the link: %1"));
    }
    return outputError(path, ELOOP, WORDS("cannot follow the link: %1"));
}

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
