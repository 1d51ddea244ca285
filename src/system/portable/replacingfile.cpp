// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/replacingfile.h"

#include "system/memory.h"
#include "system/systemerror.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <random>

namespace phasor {

namespace fs = std::filesystem;

namespace {

// Follows the links that `path` ends in, also to a target that does not exist.
Result<fs::path> resolvedLinks(const std::string& path)
{
    constexpr int kMostLinks = 40;
    fs::path resolved = path;
    std::error_code error;
    for (int i = 0; i < kMostLinks; ++i) {
        if (!fs::is_symlink(fs::symlink_status(resolved, error)))
            return resolved;
        resolved = resolved.parent_path() / fs::read_symlink(resolved, error);
        if (error)
            return outputError(path, error.value(), WORDS("cannot follow the link: %1"));
    }
    return outputError(path, ELOOP, WORDS("cannot follow the link: %1"));
}

fs::path temporaryBeside(const fs::path& target)
{
    std::random_device random;
    const std::uint64_t number = std::uint64_t{random()} << 32 | random();
    return target.parent_path() / (".phasor-" + std::to_string(number) + ".tmp");
}

} // namespace

struct ReplacingFile::State
{
    struct Close
    {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    std::string path; // as the caller wrote it
    fs::path target; // links followed
    fs::path temporary; // next to the target; empty: none
    std::unique_ptr<std::FILE, Close> file;

    ~State() { discard(); }
    Error failed(int code, SourceText fault) const { return outputError(path, code != 0 ? code : EIO, fault); }
    std::optional<Message> warning; // always nothing: folders are not flushed

    Status openTemporary(const fs::file_status& old)
    {
        fs::path name = temporaryBeside(target);
        TRY_DONE(open(name, "wbx", WORDS("cannot create a file in the folder: %1")));
        temporary = std::move(name);
        std::error_code ignored; // permissions are not the data
        if (fs::exists(old))
            fs::permissions(temporary, old.permissions(), ignored);
        return Done{};
    }

    Status open(const fs::path& name, const char* mode, SourceText fault)
    {
        errno = 0;
        file.reset(std::fopen(name.string().c_str(), mode));
        if (!file)
            return failed(errno, fault);
        std::setvbuf(file.get(), nullptr, _IONBF, 0); // so that a failed write is an error of that write()
        return Done{};
    }

    void discard()
    {
        file.reset();
        std::error_code ignored;
        if (!temporary.empty())
            fs::remove(temporary, ignored);
        temporary.clear();
    }
};

Result<ReplacingFile> ReplacingFile::open(const std::string& path)
{
    if (auto refused = refusedOutputName(path))
        return *std::move(refused);
    auto state = std::make_shared<State>();
    state->path = path;
    TRY(state->target, resolvedLinks(path));
    std::error_code error;
    const fs::file_status old = fs::status(state->target, error);
    if (fs::is_directory(old) || !state->target.has_filename())
        return refusedOutput(path, "EISDIR", WORDS("is a folder"));
    if (fs::is_character_file(old)) {
        TRY_DONE(state->open(path, "wb", WORDS("cannot open: %1")));
        return ReplacingFile(std::move(state));
    }
    if (fs::exists(old) && !fs::is_regular_file(old))
        return refusedOutput(path, "EINVAL", WORDS("is not a regular file (but a pipe, a socket or a disk)"));
    if (error && error != std::errc::no_such_file_or_directory)
        return state->failed(error.value(), WORDS("cannot create: %1"));
    TRY_DONE(state->openTemporary(old));
    return ReplacingFile(std::move(state));
}

Status ReplacingFile::write(std::span<const std::byte> bytes)
{
    errno = 0;
    if (std::fwrite(bytes.data(), 1, bytes.size(), m_state->file.get()) != bytes.size())
        return m_state->failed(errno, WORDS("cannot write: %1"));
    return Done{};
}

std::string ReplacingFile::pathForOthers() const
{
    return m_state->temporary.string();
}

Status ReplacingFile::flush()
{
    errno = 0;
    if (std::fclose(m_state->file.release()) != 0)
        return m_state->failed(errno, WORDS("cannot write: %1"));
    return Done{};
}

Status ReplacingFile::takePlace()
{
    if (m_state->temporary.empty())
        return Done{};
    std::error_code error;
    fs::rename(m_state->temporary, m_state->target, error);
    if (error)
        return m_state->failed(error.value(), WORDS("cannot replace: %1"));
    m_state->temporary.clear();
    return Done{};
}

Result<ReplacingFile> ReplacingFile::standardOutput()
{
    auto state = std::make_shared<State>();
    state->path = "standard output";
    state->file.reset(stdout);
    return ReplacingFile(std::move(state));
}

Status ReplacingFile::requireSpace(std::int64_t bytes) const
{
    std::error_code error;
    const fs::space_info space
        = fs::space(m_state->target.parent_path().empty() ? "." : m_state->target.parent_path(), error);
    if (m_state->temporary.empty() || error || static_cast<std::uint64_t>(bytes) <= space.available)
        return Done{};
    Error refused = m_state->failed(ENOSPC, WORDS("%1"));
    refused.what = WORDS("the file needs %1, but only %2 are free")
                       .with(formatBytes(static_cast<ByteCount>(bytes)), formatBytes(space.available));
    return refused;
}

const std::optional<Message>& ReplacingFile::warning() const
{
    return m_state->warning;
}

void ReplacingFile::discard()
{
    m_state->discard();
}

std::int64_t openFilesAllowed(std::int64_t wanted)
{
    return wanted;
}

void removeUnfinishedFiles() { }

} // namespace phasor
