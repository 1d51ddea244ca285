// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are removed unless they are completed. The header has a drawing of their life.
#include "system/linux/unfinishedfile.h"

#include "system/systemerror.h"

#include <dirent.h>
#include <linux/limits.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/xattr.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <new>

namespace phasor {

static std::string folderOf(const std::string& path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

// Access lists and labels of the old file. Those that the file system refuses are left out, as they are not data.
static void copyAttributes(const std::string& from, int to)
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

    TRY(const std::string file, resolvedLinks(path));
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

namespace {

// Process number in ".phasor-PID-RANDOM.tmp"; 0: another file.
pid_t programOf(std::string_view name)
{
    constexpr std::string_view kBegin = ".phasor-";
    if (!name.starts_with(kBegin) || !name.ends_with(".tmp"))
        return 0;
    name.remove_prefix(kBegin.size());
    pid_t program = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), program);
    return error == std::errc() && *end == '-' && program > 0 ? program : 0;
}

// The program has ended, and no other process has the file open and locked.
bool isAbandoned(pid_t program, int directory, const char* name)
{
    if (kill(program, 0) == 0 || errno != ESRCH)
        return false;
    const Descriptor file(openat(directory, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    return file.ok() && flock(file.get(), LOCK_EX | LOCK_NB) == 0;
}

constexpr std::chrono::seconds kPatience{2};
constexpr int kTries = 100; // attempts to find an unused name

// Unfinished files of the program. The mutex is held while a file gets or loses its name, so that list and disk agree.
struct Known
{
    std::timed_mutex mutex;
    std::vector<UnfinishedFile*> files;
    bool anyTookItsPlace = false;
};

Known& known()
{
    // Never destroyed: a thread may still write when the program ends. Not on the heap: memory may be exhausted.
    alignas(Known) static std::byte room[sizeof(Known)];
    static Known& all = *new (room) Known;
    return all;
}

// Temporary name, always short: after a target's name of 255 bytes there is no room for a suffix.
std::string temporaryName()
{
    std::uint64_t random = 0;
    if (getrandom(&random, sizeof random, 0) != sizeof random)
        random = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    return ".phasor-" + std::to_string(getpid()) + "-" + std::to_string(random) + ".tmp";
}

// AT_EMPTY_PATH needs root, the other way needs /proc.
bool linkTo(int file, int directory, const std::string& name)
{
    const std::string self = "/proc/self/fd/" + std::to_string(file);
    return linkat(file, "", directory, name.c_str(), AT_EMPTY_PATH) == 0
        || (errno == ENOENT && linkat(AT_FDCWD, self.c_str(), directory, name.c_str(), AT_SYMLINK_FOLLOW) == 0);
}

Descriptor unnamedFile(int directory, unsigned mode)
{
    if (access("/proc/self/fd", X_OK) != 0)
        return Descriptor();
    return Descriptor(openat(directory, ".", O_WRONLY | O_TMPFILE | O_CLOEXEC, mode));
}

} // namespace

UnfinishedFile::~UnfinishedFile()
{
    remove();
}

// Gives the file a temporary name; make(name) returns whether it is free.
template <typename Make> bool UnfinishedFile::nameIt(const Make& make)
{
    for (int i = 0; i < kTries; ++i) {
        const std::string name = temporaryName();
        if (make(name)) {
            m_name = name;
            return true;
        }
        if (errno != EEXIST)
            return false;
    }
    return false;
}

bool UnfinishedFile::create(int directory, unsigned mode, bool named)
{
    constexpr int kNew = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    const auto createNamed = [&](const std::string& name) {
        m_file = Descriptor(openat(directory, name.c_str(), kNew, mode));
        return m_file.ok();
    };
    removeLeftFiles(directory);
    Known& all = known();
    const std::lock_guard lock(all.mutex);
    all.files.reserve(all.files.size() + 1);
    m_name.clear();
    m_file = named ? Descriptor() : unnamedFile(directory, mode);
    if (!m_file.ok() && !nameIt(createNamed))
        return false;
    static_cast<void>(flock(m_file.get(), LOCK_EX | LOCK_NB)); // for removeLeftFiles() of others
    m_directory = directory;
    all.files.push_back(this);
    return true;
}

bool UnfinishedFile::takePlace(const std::string& name)
{
    const auto link = [this](const std::string& to) {
        return linkTo(m_file.get(), m_directory, to);
    };
    Known& all = known();
    const std::lock_guard lock(all.mutex);
    // A link can't replace a file, so replacing takes two steps.
    if (!m_name.empty() || !link(name)) {
        if (m_name.empty() && (errno != EEXIST || !nameIt(link)))
            return false;
        if (renameat(m_directory, m_name.c_str(), m_directory, name.c_str()) != 0)
            return false;
    }
    all.anyTookItsPlace = true;
    forget();
    m_file = Descriptor();
    return true;
}

void UnfinishedFile::remove()
{
    if (!exists())
        return;
    const Descriptor closed = std::move(m_file); // when the mutex is free again
    Known& all = known();
    const std::lock_guard lock(all.mutex);
    if (!m_name.empty())
        static_cast<void>(unlinkat(m_directory, m_name.c_str(), 0));
    forget();
}

void UnfinishedFile::forget()
{
    std::erase(known().files, this);
    m_directory = -1;
}

bool endUnfinishedFiles()
{
    Known& all = known();
    if (!all.mutex.try_lock_for(kPatience))
        return false;
    for (const UnfinishedFile* file : all.files) {
        if (!file->m_name.empty())
            static_cast<void>(unlinkat(file->m_directory, file->m_name.c_str(), 0));
    }
    return all.files.empty() && all.anyTookItsPlace; // the mutex stays locked: the program ends
}

void removeLeftFiles(int directory)
{
    struct Close
    {
        void operator()(DIR* folder) const { closedir(folder); }
    };
    const int readable = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC); // closed with the DIR
    const std::unique_ptr<DIR, Close> folder(readable >= 0 ? fdopendir(readable) : nullptr);
    while (const dirent* entry = folder ? readdir(folder.get()) : nullptr) {
        const pid_t program = programOf(entry->d_name);
        if (program != 0 && isAbandoned(program, directory, entry->d_name))
            static_cast<void>(unlinkat(directory, entry->d_name, 0));
    }
}

} // namespace phasor
