// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/outputfile.h"

#include "system/memory.h"
#include "system/systemerror.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <random>

namespace phasor {

namespace fs = std::filesystem;

std::string errorName(int code, const char* otherwise)
{
    static constexpr std::pair<int, const char*> kNames[] // errors that users meet
        = {{ENOENT, "ENOENT"},
           {EACCES, "EACCES"},
           {EPERM, "EPERM"},
           {EROFS, "EROFS"},
           {EISDIR, "EISDIR"},
           {ENOTDIR, "ENOTDIR"},
           {ENAMETOOLONG, "ENAMETOOLONG"},
           {EINVAL, "EINVAL"},
           {ELOOP, "ELOOP"},
           {EEXIST, "EEXIST"},
           {ENOSPC, "ENOSPC"},
           {EFBIG, "EFBIG"},
           {EMFILE, "EMFILE"},
           {EBADF, "EBADF"},
           {ENODEV, "ENODEV"},
           {EIO, "EIO"}};
    for (const auto& [number, name] : kNames) {
        if (number == code)
            return name;
    }
    return otherwise;
}

std::string errorText(int code)
{
    return std::generic_category().message(code);
}

namespace {

fs::path temporaryBeside(const fs::path& target)
{
    std::random_device random;
    const std::uint64_t number = std::uint64_t{random()} << 32 | random();
    return target.parent_path() / (".phasor-" + std::to_string(number) + ".tmp");
}

// A new file beside its target, or a device that is written directly.
class StandardSink : public OutputFile::Sink
{
public:
    StandardSink(std::string path, fs::path target)
        : m_path(std::move(path))
        , m_target(std::move(target))
    {
    }
    StandardSink(const StandardSink&) = delete;
    StandardSink& operator=(const StandardSink&) = delete;
    ~StandardSink() override
    {
        m_file.reset();
        std::error_code ignored;
        if (!m_temporary.empty())
            fs::remove(m_temporary, ignored);
    }

    Status createTemporary(const fs::file_status& old)
    {
        fs::path name = temporaryBeside(m_target);
        TRY_DONE(open(name, "wbx", WORDS("cannot create a file in the folder: %1")));
        m_temporary = std::move(name);
        std::error_code ignored; // permissions are not the data
        if (fs::exists(old))
            fs::permissions(m_temporary, old.permissions(), ignored);
        return Done{};
    }

    Status open(const fs::path& name, const char* mode, SourceText fault)
    {
        errno = 0;
        m_file.reset(std::fopen(name.string().c_str(), mode));
        if (!m_file)
            return failed(errno, fault);
        std::setvbuf(m_file.get(), nullptr, _IONBF, 0); // so that a failed write is an error of that write()
        return Done{};
    }

    void use(std::FILE* file) { m_file.reset(file); }

    Status requireSpace(std::int64_t bytes) const override
    {
        std::error_code error;
        const fs::space_info space = fs::space(m_target.parent_path().empty() ? "." : m_target.parent_path(), error);
        if (m_temporary.empty() || error || static_cast<std::uint64_t>(bytes) <= space.available)
            return Done{};
        Error refused = failed(ENOSPC, WORDS("%1"));
        refused.what = WORDS("the file needs %1, but only %2 are free")
                           .with(formatBytes(static_cast<ByteCount>(bytes)), formatBytes(space.available));
        return refused;
    }

    Status write(std::span<const std::byte> bytes) override
    {
        errno = 0;
        if (std::fwrite(bytes.data(), 1, bytes.size(), m_file.get()) != bytes.size())
            return failed(errno, WORDS("cannot write: %1"));
        return Done{};
    }

    std::string pathForOthers() const override { return m_temporary.string(); }

    Status flush() override
    {
        errno = 0;
        if (std::fclose(m_file.release()) != 0)
            return failed(errno, WORDS("cannot write: %1"));
        return Done{};
    }

    Result<std::optional<Message>> takePlace() override
    {
        std::error_code error;
        if (!m_temporary.empty())
            fs::rename(m_temporary, m_target, error);
        if (error)
            return failed(error.value(), WORDS("cannot replace: %1"));
        m_temporary.clear();
        return std::optional<Message>();
    }

private:
    struct Close
    {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    Error failed(int code, SourceText fault) const { return outputError(m_path, code != 0 ? code : EIO, fault); }

    std::string m_path; // as the caller wrote it
    fs::path m_target; // links followed
    fs::path m_temporary; // next to the target; empty: none
    std::unique_ptr<std::FILE, Close> m_file;
};

} // namespace

Result<std::unique_ptr<OutputFile::Sink>> OutputFile::sinkAt(const std::string& path)
{
    if (auto refused = refusedOutputName(path))
        return *std::move(refused);
    TRY(const fs::path target, resolvedLinks(path));
    std::error_code error;
    const fs::file_status old = fs::status(target, error);
    if (fs::is_directory(old) || !target.has_filename())
        return refusedOutput(path, "EISDIR", WORDS("is a folder"));
    auto sink = std::make_unique<StandardSink>(path, target);
    if (fs::is_character_file(old)) {
        TRY_DONE(sink->open(path, "wb", WORDS("cannot open: %1")));
        return std::unique_ptr<Sink>(std::move(sink));
    }
    if (fs::exists(old) && !fs::is_regular_file(old))
        return refusedOutput(path, "EINVAL", WORDS("is not a regular file (but a pipe, a socket or a disk)"));
    if (error && error != std::errc::no_such_file_or_directory)
        return outputError(path, error.value(), WORDS("cannot create: %1"));
    TRY_DONE(sink->createTemporary(old));
    return std::unique_ptr<Sink>(std::move(sink));
}

Result<std::unique_ptr<OutputFile::Sink>> OutputFile::sinkOfStandardOutput()
{
    auto sink = std::make_unique<StandardSink>(kStandardOutputName, fs::path());
    sink->use(stdout);
    return std::unique_ptr<Sink>(std::move(sink));
}

std::int64_t openFilesAllowed(std::int64_t wanted)
{
    return wanted;
}

bool endUnfinishedFiles()
{
    return false;
}

} // namespace phasor
