// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/linux/unfinishedfile.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <mutex>
#include <new>
#include <string_view>
#include <utility>
#include <vector>

namespace phasor {

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
