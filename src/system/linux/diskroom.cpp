// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/linux/diskroom.h"

#include <sys/quota.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>

namespace phasor {

namespace {

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

// Linux 5.14: by an open folder, where quotactl() wants to know the device.
void askQuota(DiskRoom& room, int directory, int type, unsigned id)
{
#ifdef SYS_quotactl_fd
    struct dqblk quota = {};
    if (syscall(SYS_quotactl_fd, directory, QCMD(Q_GETQUOTA, type), id, &quota) != 0 || quota.dqb_bhardlimit == 0)
        return;
    const std::uint64_t limit = quota.dqb_bhardlimit * 1024; // blocks of 1 KiB
    lower(room, saturated(limit - std::min(limit, quota.dqb_curspace), 1), EDQUOT);
#else
    static_cast<void>(room), static_cast<void>(directory), static_cast<void>(type), static_cast<void>(id);
#endif
}

} // namespace

DiskRoom roomFor(int directory)
{
    DiskRoom room{static_cast<std::int64_t>(kMostBytes), ENOSPC};
    struct statvfs disk = {};
    if (fstatvfs(directory, &disk) == 0 && disk.f_blocks != 0) // 0: a file system that does not count
        lower(room, saturated(geteuid() == 0 ? disk.f_bfree : disk.f_bavail, disk.f_frsize), ENOSPC);
    askQuota(room, directory, USRQUOTA, geteuid());
    askQuota(room, directory, GRPQUOTA, getegid());
    struct rlimit file = {};
    if (getrlimit(RLIMIT_FSIZE, &file) == 0 && file.rlim_cur != RLIM_INFINITY)
        lower(room, saturated(file.rlim_cur, 1), EFBIG);
    return room;
}

} // namespace phasor
