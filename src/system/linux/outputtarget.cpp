// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/linux/outputtarget.h"

#include "system/systemerror.h"

#include <fcntl.h>
#include <linux/limits.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace phasor {

namespace {

std::string folderOf(const std::string& path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

// Follows the links that `path` ends in, also to a target that does not exist.
Result<std::string> resolveLinks(const std::string& path)
{
    constexpr int kMostLinks = 40; // same limit as the kernel
    std::string resolved = path;
    for (int i = 0; i < kMostLinks; ++i) {
        struct stat info = {};
        if (lstat(resolved.c_str(), &info) != 0 || !S_ISLNK(info.st_mode))
            return resolved;
        std::string target(PATH_MAX, '\0');
        const ssize_t length = readlink(resolved.c_str(), target.data(), target.size());
        if (length < 0)
            return outputError(path, errno, WORDS("cannot follow the link: %1"));
        target.resize(static_cast<std::size_t>(length));
        resolved = target.starts_with('/') ? target : (folderOf(resolved) += '/') += target;
    }
    return outputError(path, ELOOP, WORDS("cannot follow the link: %1"));
}

// Access lists and labels of the old file. Those that the file system refuses are left out, as they are not data.
void copyAttributes(const std::string& from, int to)
{
    const ssize_t size = listxattr(from.c_str(), nullptr, 0);
    if (size <= 0)
        return;
    std::string names(static_cast<std::size_t>(size), '\0');
    const ssize_t got = listxattr(from.c_str(), names.data(), names.size());
    for (std::size_t i = 0; got > 0 && i < static_cast<std::size_t>(got); i += std::strlen(names.c_str() + i) + 1) {
        const char* const name = names.c_str() + i;
        const ssize_t length = getxattr(from.c_str(), name, nullptr, 0);
        if (length < 0)
            continue;
        std::string value(static_cast<std::size_t>(length), '\0');
        if (getxattr(from.c_str(), name, value.data(), value.size()) == length)
            static_cast<void>(fsetxattr(to, name, value.data(), value.size(), 0));
    }
}

} // namespace

bool sameFile(const struct stat& a, const struct stat& b)
{
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

Result<OutputTarget> findOutputTarget(const std::string& path)
{
    if (auto refused = refusedOutputName(path))
        return *std::move(refused);
    struct stat info = {};
    const bool exists = stat(path.c_str(), &info) == 0;
    if (!exists && errno != ENOENT)
        return outputError(path, errno, WORDS("cannot create: %1"));
    if (exists && (S_ISCHR(info.st_mode) || S_ISFIFO(info.st_mode)))
        return OutputTarget{true, path, {}, {}, {}};
    if (exists && S_ISDIR(info.st_mode))
        return refusedOutput(path, "EISDIR", WORDS("is a folder"));
    if (exists && !S_ISREG(info.st_mode))
        return refusedOutput(path, "EINVAL", WORDS("is not a regular file (but a socket or a disk)"));

    TRY(const std::string file, resolveLinks(path));
    struct stat resolved = {};
    if (exists && (lstat(file.c_str(), &resolved) != 0 || !sameFile(info, resolved)))
        return outputError(path, ENOENT,
                           WORDS("cannot follow the link: %1")); // such as /proc/self/fd/N of a file without a name
    if (exists && faccessat(AT_FDCWD, file.c_str(), W_OK, AT_EACCESS) != 0)
        return outputError(path, errno, WORDS("cannot write: %1"));
    OutputTarget target{false, file, folderOf(file), file.substr(file.rfind('/') + 1), {}};
    if (target.name.empty())
        return refusedOutput(path, "EISDIR", WORDS("is a folder"));
    if (target.name.size() > NAME_MAX)
        return outputError(path, ENAMETOOLONG, WORDS("cannot create: %1"));
    if (exists)
        target.old = info;
    return target;
}

void keepPermissions(const OutputTarget& target, int to)
{
    copyAttributes(target.path, to);
    const struct stat& old = *target.old;
    mode_t mode = old.st_mode & 07777;
    if (fchown(to, old.st_uid, old.st_gid) != 0 && fchown(to, static_cast<uid_t>(-1), old.st_gid) != 0)
        mode = (mode & 0707) | ((mode & 07) << 3); // another group must not get the old group's permissions
    static_cast<void>(fchmod(to, mode));
}

} // namespace phasor
