// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/regularfile.h"

#include "system/linux/descriptor.h"

#include <sys/file.h>
#include <sys/stat.h>

namespace phasor {

struct RegularFile::State
{
    Descriptor file;
};

static FileIdentity identityFrom(const struct stat& info)
{
    constexpr std::int64_t kNanoseconds = 1000000000;
    return {.device = info.st_dev,
            .inode = info.st_ino,
            .size = info.st_size,
            .modified = info.st_mtim.tv_sec * kNanoseconds + info.st_mtim.tv_nsec};
}

std::optional<FileIdentity> identityOf(const std::string& path)
{
    struct stat info = {};
    if (path.find('\0') != std::string::npos || stat(path.c_str(), &info) != 0)
        return std::nullopt;
    return identityFrom(info);
}

Result<RegularFile> RegularFile::open(const std::string& path)
{
    if (auto refused = refusedFileName(path))
        return *std::move(refused);
    Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file.ok())
        return errno == ENXIO ? notARegularFile("NOTREGULAR", WORDS("is not a regular file")) : cannotOpenFile(errno);
    struct stat info = {};
    if (fstat(file.get(), &info) != 0)
        return cannotOpenFile(errno);
    if (S_ISDIR(info.st_mode))
        return notARegularFile("EISDIR", WORDS("is a folder"));
    if (!S_ISREG(info.st_mode))
        return notARegularFile("NOTREGULAR", WORDS("is not a regular file"));
    return RegularFile(std::make_shared<State>(State{std::move(file)}), identityFrom(info));
}

bool RegularFile::changed() const
{
    struct stat info = {};
    return fstat(m_state->file.get(), &info) != 0 || identityFrom(info) != m_identity;
}

Result<std::size_t> RegularFile::readSome(std::int64_t offset, std::span<std::byte> out) const
{
    const ssize_t count = TEMP_FAILURE_RETRY(pread(m_state->file.get(), out.data(), out.size(), offset));
    return count < 0 ? Result<std::size_t>(cannotReadFile(errno, offset)) : static_cast<std::size_t>(count);
}

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
        if (fstat(file->get(), &opened) == 0 && identityOf(path) == identityFrom(opened)) {
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
