// SPDX-License-Identifier: GPL-3.0-or-later
// ReplacingFile for Linux: output goes to an UnfinishedFile in the target's folder, which replaces the target at the
// end. Devices and pipes are written directly.
#include "system/replacingfile.h"

#include "system/linux/outputtarget.h"
#include "system/linux/unfinishedfile.h"
#include "system/memory.h"
#include "system/systemerror.h"

#include <sys/quota.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <limits>

namespace phasor {

namespace {

struct DiskRoom
{
    std::int64_t bytes = 0; // largest possible new file; kMostBytes if unknown
    int code = 0; // errno of a file that has one byte more: ENOSPC, EDQUOT, EFBIG
};

constexpr auto kMostBytes = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

std::int64_t saturated(std::uint64_t number, std::uint64_t unit)
{
    return static_cast<std::int64_t>(unit != 0 && number > kMostBytes / unit ? kMostBytes : number * unit);
}

void lower(DiskRoom& room, std::int64_t bytes, int code)
{
    if (bytes < room.bytes)
        room = {bytes, code};
}

// Lowers `room` to what a quota leaves. Linux 5.14 takes an open folder; quotactl() needs the device.
void askQuota([[maybe_unused]] DiskRoom& room, [[maybe_unused]] int directory, [[maybe_unused]] int type,
              [[maybe_unused]] unsigned id)
{
#ifdef SYS_quotactl_fd
    struct dqblk quota = {};
    if (syscall(SYS_quotactl_fd, directory, QCMD(Q_GETQUOTA, type), id, &quota) != 0 || quota.dqb_bhardlimit == 0)
        return;
    const std::uint64_t limit = quota.dqb_bhardlimit * 1024; // blocks of 1 KiB
    lower(room, saturated(limit - std::min(limit, quota.dqb_curspace), 1), EDQUOT);
#endif
}

// Room in an open folder. It is the smallest of: free bytes for this user, quotas of user and group (if the kernel
// tells), largest file of this process (RLIMIT_FSIZE).
DiskRoom roomFor(int directory)
{
    DiskRoom room{static_cast<std::int64_t>(kMostBytes), ENOSPC};
    struct statvfs disk = {};
    if (fstatvfs(directory, &disk) == 0 && disk.f_blocks != 0) // 0: the file system does not count blocks
        lower(room, saturated(geteuid() == 0 ? disk.f_bfree : disk.f_bavail, disk.f_frsize), ENOSPC);
    askQuota(room, directory, USRQUOTA, geteuid());
    askQuota(room, directory, GRPQUOTA, getegid());
    struct rlimit file = {};
    if (getrlimit(RLIMIT_FSIZE, &file) == 0 && file.rlim_cur != RLIM_INFINITY)
        lower(room, saturated(file.rlim_cur, 1), EFBIG);
    return room;
}

// Dirty pages are written to the disk during the computation. So the final flush, which can't be canceled, is short.
constexpr std::int64_t kFlushWindow = 8 << 20;

bool flushed(int fd)
{
    while (fsync(fd) != 0) {
        if (errno != EINTR)
            return false;
    }
    return true;
}

} // namespace

struct ReplacingFile::State
{
    std::string path; // as the caller wrote it
    OutputTarget target;
    Descriptor device; // either this or `unfinished` is open
    std::optional<Message> warning;
    Descriptor directory; // of the target
    UnfinishedFile unfinished; // in that folder
    std::int64_t written = 0;
    std::int64_t pushed = 0; // bytes that the kernel was told to write to the disk

    ~State() { discard(); }

    int file() const { return target.device ? device.get() : unfinished.descriptor(); }
    Error failed(SourceText fault, int code = errno) const { return outputError(path, code, fault); }

    Status openDevice()
    {
        device = Descriptor(::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
        if (!device.ok() && errno == ENXIO)
            return refusedOutput(path, "EINVAL", WORDS("is a pipe without a reader, or a device that is not there"));
        if (!device.ok())
            return failed(WORDS("cannot open: %1"));
        struct stat info = {};
        if (fstat(device.get(), &info) != 0 || (!S_ISCHR(info.st_mode) && !S_ISFIFO(info.st_mode)))
            return failed(WORDS("cannot open: %1"), ENODEV);
        static_cast<void>(fcntl(device.get(), F_SETFL, 0)); // only opening must not wait
        return Done{};
    }

    Status openBeside()
    {
        directory = Descriptor(::open(target.folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (!directory.ok() && errno == EACCES) // a folder that is writable, but not readable, can't be flushed
            directory = Descriptor(::open(target.folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
        if (!directory.ok())
            return failed(WORDS("cannot open the folder: %1"));
        if (!unfinished.create(directory.get(), target.old ? 0600 : 0666))
            return failed(WORDS("cannot create a file in the folder: %1"));
        if (target.old)
            keepPermissions(target, unfinished.descriptor());
        return Done{};
    }

    Status pushOut()
    {
        constexpr unsigned kWait = SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
        while (!target.device && written - pushed >= kFlushWindow) {
            int result = sync_file_range(file(), pushed, kFlushWindow, SYNC_FILE_RANGE_WRITE);
            if (result == 0 && pushed >= kFlushWindow)
                result = sync_file_range(file(), pushed - kFlushWindow, kFlushWindow, kWait);
            // The kernel reports a failed write only once, here or to fsync. Other codes: the file system lacks
            // sync_file_range.
            if (result != 0 && (errno == EIO || errno == ENOSPC || errno == EDQUOT))
                return failed(WORDS("cannot write: %1"));
            pushed += kFlushWindow;
        }
        return Done{};
    }

    // Error unless the folder's name still leads to the folder that was opened.
    Status checkFolder() const
    {
        struct stat named = {};
        struct stat opened = {};
        if (stat(target.folder.c_str(), &named) != 0)
            return failed(WORDS("cannot find the folder again: %1"));
        if (fstat(directory.get(), &opened) != 0 || !sameFile(named, opened))
            return failed(WORDS("cannot find the folder again: %1"), ESTALE);
        return Done{};
    }
    void discard()
    {
        unfinished.remove();
        device = Descriptor();
    }
};

Result<ReplacingFile> ReplacingFile::open(const std::string& path)
{
    TRY(OutputTarget target, findOutputTarget(path));
    auto state = std::make_shared<State>();
    state->path = path;
    state->target = std::move(target);
    TRY_DONE(state->target.device ? state->openDevice() : state->openBeside());
    return ReplacingFile(std::move(state));
}

Result<ReplacingFile> ReplacingFile::standardOutput()
{
    auto state = std::make_shared<State>();
    state->path = "standard output";
    state->target.device = true;
    state->device = Descriptor(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!state->device.ok())
        return state->failed(WORDS("cannot open: %1"));
    return ReplacingFile(std::move(state));
}

Status ReplacingFile::requireSpace(std::int64_t bytes) const
{
    if (m_state->target.device)
        return Done{};
    const auto [room, code] = roomFor(m_state->directory.get());
    if (bytes <= room)
        return Done{};
    Error error = m_state->failed(WORDS("%1"), code);
    const SourceText what = code == EFBIG ? WORDS("the file needs %1, but the limit is %2")
                                          : WORDS("the file needs %1, but only %2 are free");
    error.what = what.with(formatBytes(static_cast<ByteCount>(bytes)), formatBytes(static_cast<ByteCount>(room)));
    return error;
}

const std::optional<Message>& ReplacingFile::warning() const
{
    return m_state->warning;
}

Status ReplacingFile::write(std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const ssize_t count = ::write(m_state->file(), bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return m_state->failed(WORDS("cannot write: %1"), count == 0 ? ENOSPC : errno);
        m_state->written += count;
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return m_state->pushOut();
}

std::string ReplacingFile::pathForOthers() const
{
    if (m_state->target.device)
        return {};
    return "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(m_state->file());
}

Status ReplacingFile::flush()
{
    if (!m_state->target.device)
        return flushed(m_state->file()) ? Status(Done{}) : m_state->failed(WORDS("cannot flush: %1"));
    if (::close(m_state->device.release()) != 0 && errno != EINTR) // after EINTR Linux has closed it
        return m_state->failed(WORDS("cannot close: %1"));
    return Done{};
}

Status ReplacingFile::takePlace()
{
    if (m_state->target.device)
        return Done{};
    TRY_DONE(m_state->checkFolder());
    if (!m_state->unfinished.takePlace(m_state->target.name))
        return m_state->failed(WORDS("cannot replace: %1"));
    // EINVAL, EBADF: the folder can't be flushed (network, unreadable), but the file itself is on the disk.
    if (!flushed(m_state->directory.get()) && errno != EINVAL && errno != EBADF)
        m_state->warning
            = WORDS(
                  "%1 is written, but its folder could not be flushed: %2; the name may be lost if the power fails now")
                  .with(inQuotes(m_state->path), errorText(errno));
    return Done{};
}

void ReplacingFile::discard()
{
    m_state->discard();
}

std::int64_t openFilesAllowed(std::int64_t wanted)
{
    struct rlimit files = {};
    if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur == RLIM_INFINITY)
        return wanted;
    if (static_cast<std::uint64_t>(wanted) > files.rlim_cur) {
        files.rlim_cur = std::min<std::uint64_t>(files.rlim_max, static_cast<std::uint64_t>(wanted));
        setrlimit(RLIMIT_NOFILE, &files);
        getrlimit(RLIMIT_NOFILE, &files);
    }
    return std::min(wanted, saturated(files.rlim_cur, 1));
}

void removeUnfinishedFiles()
{
    static_cast<void>(endUnfinishedFiles());
}

} // namespace phasor
