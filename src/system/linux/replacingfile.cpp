// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/replacingfile.h"

#include "system/linux/closeelsewhere.h"
#include "system/linux/outputtarget.h"
#include "system/linux/unfinishedfile.h"
#include "system/outputerrors.h"

#include <cerrno>

namespace phasor {

namespace {

// Dirty pages are pushed out while more is computed, so that the flush at the end, which nobody can cancel, is short.
constexpr std::int64_t kFlushWindow = 8 << 20;

constexpr std::int64_t kSlowToFree = 128 << 20; // 0.06 s, see closeElsewhere()

int flushed(int fd)
{
    int result = 0;
    do
        result = fsync(fd);
    while (result != 0 && errno == EINTR);
    return result;
}

} // namespace

struct ReplacingFile::State
{
    std::string path; // as the caller named it
    OutputTarget target;
    Descriptor device; // one of the two
    Descriptor directory; // of the target
    UnfinishedFile unfinished; // in that folder
    std::int64_t written = 0;
    std::int64_t pushed = 0; // bytes whose way to the disk has begun

    ~State() { discard(); }

    int file() const { return target.device ? device.get() : unfinished.descriptor(); }
    Error failed(std::string_view operation) const { return outputError(path, errno, operation); }
    Error failed(int code, std::string_view operation) const { return outputError(path, code, operation); }

    Status openDevice();
    Status openBeside();
    Status pushOut();
    Status checkFolder() const;
    void discard();
};

Status ReplacingFile::State::openDevice()
{
    device = Descriptor(::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!device.ok())
        return failed("open");
    struct stat info
    {
    };
    if (fstat(device.get(), &info) != 0 || !S_ISCHR(info.st_mode))
        return failed(ENODEV, "open");
    static_cast<void>(fcntl(device.get(), F_SETFL, 0)); // only opening must not wait
    return Done{};
}

Status ReplacingFile::State::openBeside()
{
    directory = Descriptor(::open(target.folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!directory.ok() && errno == EACCES) // a folder may be writable and not readable; it just cannot be flushed
        directory = Descriptor(::open(target.folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!directory.ok())
        return failed("open the folder");
    if (!unfinished.create(directory.get(), target.old ? 0600 : 0666))
        return failed("create a file in the folder");
    if (target.old)
        keepPermissions(target, unfinished.descriptor());
    return Done{};
}

Status ReplacingFile::State::pushOut()
{
    constexpr unsigned kWait = SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
    while (!target.device && written - pushed >= kFlushWindow) {
        int result = sync_file_range(file(), pushed, kFlushWindow, SYNC_FILE_RANGE_WRITE);
        if (result == 0 && pushed >= kFlushWindow)
            result = sync_file_range(file(), pushed - kFlushWindow, kFlushWindow, kWait);
        // A failed write is told once only, here or to fsync; a file system that has no such call says something else.
        if (result != 0 && (errno == EIO || errno == ENOSPC || errno == EDQUOT))
            return failed("write");
        pushed += kFlushWindow;
    }
    return Done{};
}

// The name of the folder still means the folder that was opened.
Status ReplacingFile::State::checkFolder() const
{
    struct stat named
    {
    };
    struct stat opened
    {
    };
    if (stat(target.folder.c_str(), &named) != 0)
        return failed("find the folder again");
    if (fstat(directory.get(), &opened) != 0 || !sameFile(named, opened))
        return failed(ESTALE, "find the folder again");
    return Done{};
}

void ReplacingFile::State::discard()
{
    Descriptor file = unfinished.remove();
    if (file.ok() && written >= kSlowToFree)
        closeElsewhere(std::move(file));
    device = Descriptor();
}

ReplacingFile::ReplacingFile(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}
ReplacingFile::ReplacingFile(ReplacingFile&&) noexcept = default;
ReplacingFile& ReplacingFile::operator=(ReplacingFile&&) noexcept = default;
ReplacingFile::~ReplacingFile() = default;

Result<ReplacingFile> ReplacingFile::open(const std::string& path)
{
    TRY(OutputTarget target, findOutputTarget(path));
    auto state = std::make_unique<State>();
    state->path = path;
    state->target = std::move(target);
    TRY_DONE(state->target.device ? state->openDevice() : state->openBeside());
    return ReplacingFile(std::move(state));
}

Status ReplacingFile::write(std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const ssize_t count = ::write(m_state->file(), bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return m_state->failed(count == 0 ? ENOSPC : errno, "write");
        m_state->written += count;
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return m_state->pushOut();
}

Status ReplacingFile::flush()
{
    if (!m_state->target.device)
        return flushed(m_state->file()) == 0 ? Status(Done{}) : m_state->failed("flush");
    if (::close(m_state->device.release()) != 0 && errno != EINTR) // after EINTR Linux has closed it
        return m_state->failed("close");
    return Done{};
}

Status ReplacingFile::takePlace()
{
    if (m_state->target.device)
        return Done{};
    TRY_DONE(m_state->checkFolder());
    if (!m_state->unfinished.takePlace(m_state->target.name))
        return m_state->failed("replace");
    // EINVAL, EBADF: not a folder that can be flushed (network, unreadable); the file itself is on the disk.
    if (flushed(m_state->directory.get()) != 0 && errno != EINVAL && errno != EBADF)
        return m_state->failed("flush the folder");
    return Done{};
}

void ReplacingFile::discard()
{
    m_state->discard();
}

} // namespace phasor
