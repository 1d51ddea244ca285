// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/regularfile.h"

#include "system/linux/descriptor.h"
#include "system/regularfileerrors.h"

#include <sys/stat.h>

namespace phasor {

struct RegularFile::State
{
    Descriptor file;
    std::int64_t size = 0;
};

RegularFile::RegularFile(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}
RegularFile::RegularFile(RegularFile&&) noexcept = default;
RegularFile& RegularFile::operator=(RegularFile&&) noexcept = default;
RegularFile::~RegularFile() = default;

Result<RegularFile> RegularFile::open(const std::string& path)
{
    if (path.empty())
        return notARegularFile("ENOENT", "empty name");
    if (path.find('\0') != std::string::npos)
        return notARegularFile("EINVAL", "a NUL byte in the name");
    Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file.ok())
        return errno == ENXIO ? notARegularFile("NOTREGULAR", "is not a regular file") : cannotOpenFile(errno);
    struct stat info
    {
    };
    if (fstat(file.get(), &info) != 0)
        return cannotOpenFile(errno);
    if (S_ISDIR(info.st_mode))
        return notARegularFile("EISDIR", "is a folder");
    if (!S_ISREG(info.st_mode))
        return notARegularFile("NOTREGULAR", "is not a regular file");
    return RegularFile(std::make_unique<State>(State{std::move(file), info.st_size}));
}

std::int64_t RegularFile::size() const
{
    return m_state->size;
}

Result<std::size_t> RegularFile::readSome(std::int64_t offset, std::span<std::byte> out) const
{
    for (;;) {
        const ssize_t count = pread(m_state->file.get(), out.data(), out.size(), offset);
        if (count >= 0)
            return static_cast<std::size_t>(count);
        if (errno != EINTR)
            return cannotReadFile(errno, offset);
    }
}

} // namespace phasor
