// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/filelock.h"

#include "system/linux/descriptor.h"

#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>

namespace phasor {

FileLock::FileLock(const std::string& path)
    : m_path(path)
{
    constexpr int kTries = 100; // its owner may remove the file between open and flock
    for (int i = 0; i < kTries && m_state == State::Impossible; ++i) {
        auto file = std::make_shared<Descriptor>(
            ::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
        if (!file->ok())
            return;
        if (flock(file->get(), LOCK_EX | LOCK_NB) != 0) {
            m_state = errno == EWOULDBLOCK ? State::OfOthers : State::Impossible;
            return;
        }
        struct stat opened = {};
        struct stat named = {};
        const bool isIt = fstat(file->get(), &opened) == 0 && stat(path.c_str(), &named) == 0
            && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
        if (isIt) {
            m_state = State::Owned;
            m_open = std::move(file);
        }
    }
}

void FileLock::remove()
{
    if (m_state == State::Owned)
        ::unlink(m_path.c_str());
    *this = FileLock();
}

} // namespace phasor
