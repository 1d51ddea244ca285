// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/outputfile.h"

#include "system/linux/unfinishedfile.h"
#include "system/memory.h"
#include "system/systemerror.h"

#include <sys/quota.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

namespace phasor {

std::string errorName(int code, const char* otherwise)
{
    const char* const name = strerrorname_np(code);
    return name != nullptr ? name : otherwise;
}

std::string errorText(int code)
{
    const char* const text = strerrordesc_np(code); // strerror would follow the locale
    return text != nullptr ? text : "unknown error";
}

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
    return TEMP_FAILURE_RETRY(fsync(fd)) == 0;
}

Status writeAll(int file, std::span<const std::byte> bytes, const std::string& path)
{
    while (!bytes.empty()) {
        const ssize_t count = TEMP_FAILURE_RETRY(::write(file, bytes.data(), bytes.size()));
        if (count <= 0)
            return outputError(path, count == 0 ? ENOSPC : errno, WORDS("cannot write: %1"));
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return Done{};
}

// A character device or a pipe.
class DeviceSink : public OutputFile::Sink
{
public:
    DeviceSink(std::string path, Descriptor file)
        : m_path(std::move(path))
        , m_file(std::move(file))
    {
    }

    Status write(std::span<const std::byte> bytes) override { return writeAll(m_file.get(), bytes, m_path); }

    Status flush() override
    {
        if (::close(m_file.release()) != 0 && errno != EINTR) // after EINTR Linux has closed it
            return outputError(m_path, errno, WORDS("cannot close: %1"));
        return Done{};
    }

private:
    std::string m_path;
    Descriptor m_file;
};

Result<Descriptor> openDevice(const std::string& path)
{
    Descriptor file(::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file.ok() && errno == ENXIO)
        return refusedOutput(path, "EINVAL", WORDS("is a pipe without a reader, or a device that is not there"));
    if (!file.ok())
        return outputError(path, errno, WORDS("cannot open: %1"));
    struct stat info = {};
    if (fstat(file.get(), &info) != 0 || (!S_ISCHR(info.st_mode) && !S_ISFIFO(info.st_mode)))
        return outputError(path, ENODEV, WORDS("cannot open: %1"));
    static_cast<void>(fcntl(file.get(), F_SETFL, 0)); // only opening must not wait
    return file;
}

// An UnfinishedFile in the target's folder, which replaces the target at the end.
class FileSink : public OutputFile::Sink
{
public:
    FileSink(std::string path, OutputTarget target)
        : m_path(std::move(path))
        , m_target(std::move(target))
    {
    }

    Status create()
    {
        m_directory = Descriptor(::open(m_target.folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (!m_directory.ok() && errno == EACCES) // a folder that is writable, but not readable, can't be flushed
            m_directory = Descriptor(::open(m_target.folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
        if (!m_directory.ok())
            return failed(WORDS("cannot open the folder: %1"));
        if (!m_file.create(m_directory.get(), m_target.old ? 0600 : 0666))
            return failed(WORDS("cannot create a file in the folder: %1"));
        if (m_target.old)
            keepPermissions(m_target, m_file.descriptor());
        return Done{};
    }

    Status requireSpace(std::int64_t bytes) const override
    {
        const auto [room, code] = roomFor(m_directory.get());
        if (bytes <= room)
            return Done{};
        Error error = failed(WORDS("%1"), code);
        const SourceText what = code == EFBIG ? WORDS("the file needs %1, but the limit is %2")
                                              : WORDS("the file needs %1, but only %2 are free");
        error.what = what.with(formatBytes(static_cast<ByteCount>(bytes)), formatBytes(static_cast<ByteCount>(room)));
        return error;
    }

    Status write(std::span<const std::byte> bytes) override
    {
        TRY_DONE(writeAll(m_file.descriptor(), bytes, m_path));
        m_written += std::ssize(bytes);
        return pushOut();
    }

    std::string pathForOthers() const override
    {
        return "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(m_file.descriptor());
    }

    Status flush() override
    {
        return flushed(m_file.descriptor()) ? Status(Done{}) : failed(WORDS("cannot flush: %1"));
    }

    Result<std::optional<Message>> takePlace() override
    {
        TRY_DONE(checkFolder());
        if (!m_file.takePlace(m_target.name))
            return failed(WORDS("cannot replace: %1"));
        // EINVAL, EBADF: the folder can't be flushed (network, unreadable), but the file itself is on the disk.
        if (flushed(m_directory.get()) || errno == EINVAL || errno == EBADF)
            return std::optional<Message>();
        return std::optional(
            WORDS("%1 is written, but its folder could not be flushed: %2; the name may be lost if the power fails now")
                .with(inQuotes(m_path), errorText(errno)));
    }

private:
    Error failed(SourceText fault, int code = errno) const { return outputError(m_path, code, fault); }

    Status pushOut()
    {
        constexpr unsigned kWait = SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
        while (m_written - m_pushed >= kFlushWindow) {
            int result = sync_file_range(m_file.descriptor(), m_pushed, kFlushWindow, SYNC_FILE_RANGE_WRITE);
            if (result == 0 && m_pushed >= kFlushWindow)
                result = sync_file_range(m_file.descriptor(), m_pushed - kFlushWindow, kFlushWindow, kWait);
            // The kernel reports a failed write only once, here or to fsync. Other codes: the file system lacks
            // sync_file_range.
            if (result != 0 && (errno == EIO || errno == ENOSPC || errno == EDQUOT))
                return failed(WORDS("cannot write: %1"));
            m_pushed += kFlushWindow;
        }
        return Done{};
    }

    // Error unless the folder's name still leads to the folder that was opened.
    Status checkFolder() const
    {
        struct stat named = {};
        struct stat opened = {};
        if (stat(m_target.folder.c_str(), &named) != 0)
            return failed(WORDS("cannot find the folder again: %1"));
        if (fstat(m_directory.get(), &opened) != 0 || !sameFile(named, opened))
            return failed(WORDS("cannot find the folder again: %1"), ESTALE);
        return Done{};
    }

    std::string m_path; // as the caller wrote it
    OutputTarget m_target;
    Descriptor m_directory; // of the target
    UnfinishedFile m_file; // in that folder
    std::int64_t m_written = 0;
    std::int64_t m_pushed = 0; // bytes that the kernel was told to write to the disk
};

} // namespace

Result<std::unique_ptr<OutputFile::Sink>> OutputFile::sinkAt(const std::string& path)
{
    TRY(OutputTarget target, findOutputTarget(path));
    if (target.device) {
        TRY(Descriptor device, openDevice(path));
        return std::unique_ptr<Sink>(std::make_unique<DeviceSink>(path, std::move(device)));
    }
    auto file = std::make_unique<FileSink>(path, std::move(target));
    TRY_DONE(file->create());
    return std::unique_ptr<Sink>(std::move(file));
}

Result<std::unique_ptr<OutputFile::Sink>> OutputFile::sinkOfStandardOutput()
{
    Descriptor copy(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!copy.ok())
        return outputError(kStandardOutputName, errno, WORDS("cannot open: %1"));
    return std::unique_ptr<Sink>(std::make_unique<DeviceSink>(kStandardOutputName, std::move(copy)));
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

} // namespace phasor
