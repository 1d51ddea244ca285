// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/outputfile.h"

#include "system/cancelscope.h"
#include "system/linux/closeelsewhere.h"
#include "system/linux/descriptor.h"
#include "system/linux/outputtarget.h"
#include "system/linux/temporaryfile.h"
#include "text/numbers.h"

#include <sys/random.h>

#include <cerrno>
#include <optional>

namespace phasor {

namespace {

// Dirty pages are pushed out while more is computed, so that the flush at the end, which nobody can cancel, is short.
constexpr std::int64_t kFlushWindow = 8 << 20;

constexpr std::int64_t kSlowToFree = 128 << 20;

int flush(int fd)
{
    int result = 0;
    do
        result = fsync(fd);
    while (result != 0 && errno == EINTR);
    return result;
}

} // namespace

struct OutputFile::State
{
    std::string path; // as the caller named it
    OutputTarget target;
    Descriptor directory;
    TemporaryFile temporary; // in the target's folder
    Descriptor file;
    std::int64_t written = 0;
    std::int64_t flushed = 0; // bytes whose way to the disk has begun
    std::optional<Error> error;

    ~State()
    {
        const bool abandoned = temporary.exists();
        temporary.remove();
        if (abandoned && written > kSlowToFree)
            closeElsewhere(std::move(file));
    }

    Error fail(int code, SourceText fault)
    {
        error = outputError(path, code, fault);
        temporary.remove();
        return *error;
    }

    Status openDevice();
    Status openBeside();
    Status createTemporary(mode_t mode);
    Status pushOut();
    Status sync();
    Status rename();
};

Status OutputFile::State::openDevice()
{
    file = Descriptor(::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file.ok())
        return fail(errno, WORDS("cannot open: %1"));
    struct stat info
    {
    };
    if (fstat(file.get(), &info) != 0 || !S_ISCHR(info.st_mode))
        return fail(ENODEV, WORDS("cannot open: %1"));
    static_cast<void>(fcntl(file.get(), F_SETFL, 0)); // only opening must not wait
    return Done{};
}

Status OutputFile::State::openBeside()
{
    directory = Descriptor(::open(target.folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!directory.ok() && errno == EACCES) // a folder may be writable and not readable; it just cannot be flushed
        directory = Descriptor(::open(target.folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!directory.ok())
        return fail(errno, WORDS("cannot open the folder: %1"));
    if (Status made = createTemporary(target.old ? 0600 : 0666); !made.ok())
        return made;
    if (target.old)
        keepPermissions(target, file.get());
    return Done{};
}

Status OutputFile::State::createTemporary(mode_t mode)
{
    constexpr int kTries = 100;
    int code = EEXIST;
    for (int i = 0; i < kTries && code == EEXIST; ++i) {
        std::uint64_t random = 0;
        if (getrandom(&random, sizeof random, 0) != sizeof random)
            random = static_cast<std::uint64_t>(getpid()) + (static_cast<std::uint64_t>(i) << 32);
        // Short whatever the name of the target: a name of 255 bytes leaves no room for a suffix.
        const std::string name = ".phasor-" + printSeed({random, false}) + ".tmp";
        file = Descriptor(temporary.create(directory.get(), name, mode));
        if (file.ok())
            return Done{};
        code = errno;
    }
    return fail(code, WORDS("cannot create a file in the folder: %1"));
}

Status OutputFile::State::pushOut()
{
    constexpr unsigned kWait = SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
    while (!target.device && written - flushed >= kFlushWindow) {
        int result = sync_file_range(file.get(), flushed, kFlushWindow, SYNC_FILE_RANGE_WRITE);
        if (result == 0 && flushed >= kFlushWindow)
            result = sync_file_range(file.get(), flushed - kFlushWindow, kFlushWindow, kWait);
        // A failed write is told once only, here or to fsync; a file system that has no such call says something else.
        if (result != 0 && (errno == EIO || errno == ENOSPC || errno == EDQUOT))
            return fail(errno, WORDS("cannot write: %1"));
        flushed += kFlushWindow;
    }
    return Done{};
}

Status OutputFile::State::sync()
{
    if (!target.device && flush(file.get()) != 0)
        return fail(errno, WORDS("cannot flush: %1"));
    if (::close(file.release()) != 0 && errno != EINTR) // after EINTR Linux has closed it
        return fail(errno, WORDS("cannot close: %1"));
    return Done{};
}

Status OutputFile::State::rename()
{
    struct stat named
    {
    };
    struct stat opened
    {
    };
    if (stat(target.folder.c_str(), &named) != 0)
        return fail(errno, WORDS("cannot find the folder again: %1"));
    if (fstat(directory.get(), &opened) != 0 || !sameFile(named, opened))
        return fail(ESTALE, WORDS("cannot find the folder again: %1"));
    if (cancelled()) { // while it was flushed
        error = cancelledError();
        temporary.remove();
        return *error;
    }
    if (!temporary.renameTo(target.name))
        return fail(errno, WORDS("cannot replace: %1"));
    // EINVAL, EBADF: not a folder that can be flushed (network, unreadable); the file itself is on the disk.
    if (flush(directory.get()) != 0 && errno != EINVAL && errno != EBADF)
        return fail(errno, WORDS("cannot flush the folder: %1"));
    return Done{};
}

OutputFile::OutputFile(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}
OutputFile::OutputFile(OutputFile&&) noexcept = default;
OutputFile& OutputFile::operator=(OutputFile&&) noexcept = default;
OutputFile::~OutputFile() = default;

Result<OutputFile> OutputFile::open(std::string path)
{
    Result<OutputTarget> target = findOutputTarget(path);
    if (!target.ok())
        return target.error();
    auto state = std::make_unique<State>();
    state->path = std::move(path);
    state->target = std::move(target).value();
    if (Status opened = state->target.device ? state->openDevice() : state->openBeside(); !opened.ok())
        return opened.error();
    return OutputFile(std::move(state));
}

Status OutputFile::write(std::span<const std::byte> bytes)
{
    if (m_state->error)
        return *m_state->error;
    while (!bytes.empty()) {
        const ssize_t count = ::write(m_state->file.get(), bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return m_state->fail(count == 0 ? ENOSPC : errno, WORDS("cannot write: %1"));
        m_state->written += count;
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return m_state->pushOut();
}

Status OutputFile::write(std::string_view text)
{
    return write(std::as_bytes(std::span(text)));
}

Status OutputFile::commit()
{
    if (m_state->error)
        return *m_state->error;
    if (Status synced = m_state->sync(); !synced.ok() || m_state->target.device)
        return synced;
    return m_state->rename();
}

const std::string& OutputFile::path() const
{
    return m_state->path;
}

} // namespace phasor
