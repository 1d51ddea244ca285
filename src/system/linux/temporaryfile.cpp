// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/linux/temporaryfile.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <utility>
#include <vector>

namespace phasor {

namespace {

constexpr std::chrono::milliseconds kPatience{30};

// Of the whole program, as the signal is that may end it. The mutex is held while a file gets its name or loses it, so
// that what is in the list is what is on the disk.
struct Known
{
    std::timed_mutex mutex;
    std::vector<TemporaryFile*> files;
};

Known& known()
{
    static Known& all = *new Known; // never destroyed: a thread may still write when the program ends
    return all;
}

} // namespace

TemporaryFile::~TemporaryFile()
{
    remove();
}

int TemporaryFile::create(int directory, const std::string& name, unsigned mode)
{
    Known& all = known();
    std::string copy = name;
    const std::lock_guard lock(all.mutex);
    all.files.reserve(all.files.size() + 1);
    const int file = openat(directory, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    if (file < 0)
        return -1;
    m_directory = directory;
    m_name = std::move(copy);
    all.files.push_back(this);
    return file;
}

bool TemporaryFile::renameTo(const std::string& name)
{
    Known& all = known();
    const std::lock_guard lock(all.mutex);
    if (renameat(m_directory, m_name.c_str(), m_directory, name.c_str()) != 0)
        return false;
    std::erase(all.files, this);
    m_directory = -1;
    return true;
}

void TemporaryFile::remove()
{
    if (!exists())
        return;
    Known& all = known();
    const std::lock_guard lock(all.mutex);
    const int error = errno; // of what made the caller give up
    static_cast<void>(unlinkat(m_directory, m_name.c_str(), 0));
    std::erase(all.files, this);
    m_directory = -1;
    errno = error;
}

void removeTemporaryFiles()
{
    Known& all = known();
    if (!all.mutex.try_lock_for(kPatience))
        return;
    for (const TemporaryFile* file : all.files)
        static_cast<void>(unlinkat(file->m_directory, file->m_name.c_str(), 0));
    // Stays locked: the program ends.
}

} // namespace phasor
