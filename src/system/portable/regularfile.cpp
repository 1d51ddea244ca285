// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/regularfile.h"

#include <filesystem>
#include <fstream>
#include <mutex>

namespace phasor {

namespace fs = std::filesystem;

struct RegularFile::State
{
    std::ifstream file;
    std::string path;
    std::mutex mutex; // a stream has one position for all threads
};

std::optional<FileIdentity> identityOf(const std::string& path)
{
    std::error_code error;
    FileIdentity identity;
    identity.size = static_cast<std::int64_t>(fs::file_size(path, error));
    if (error)
        return std::nullopt;
    identity.modified = static_cast<std::int64_t>(fs::last_write_time(path, error).time_since_epoch().count());
    return error ? std::nullopt : std::optional(identity);
}

Result<RegularFile> RegularFile::open(const std::string& path)
{
    if (auto refused = refusedFileName(path))
        return *std::move(refused);
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status))
        return cannotOpenFile(error ? error.value() : ENOENT);
    if (fs::is_directory(status))
        return notARegularFile("EISDIR", WORDS("is a folder"));
    if (!fs::is_regular_file(status))
        return notARegularFile("NOTREGULAR", WORDS("is not a regular file"));
    auto state = std::make_shared<State>();
    errno = 0;
    state->file.open(path, std::ios::binary);
    if (!state->file)
        return cannotOpenFile(errno != 0 ? errno : EIO);
    const std::optional<FileIdentity> identity = identityOf(path);
    if (!identity)
        return cannotOpenFile(EIO);
    state->path = path;
    return RegularFile(std::move(state), *identity);
}

// Checks by name, as the standard library cannot query an open file.
bool RegularFile::changed() const
{
    return identityOf(m_state->path) != m_identity;
}

Result<std::size_t> RegularFile::readSome(std::int64_t offset, std::span<std::byte> out) const
{
    const std::lock_guard lock(m_state->mutex);
    std::ifstream& file = m_state->file;
    file.clear();
    file.seekg(offset);
    file.read(reinterpret_cast<char*>(out.data()), static_cast<std::streamsize>(out.size()));
    if (file.bad())
        return cannotReadFile(EIO, offset);
    return static_cast<std::size_t>(file.gcount());
}

FileLock::FileLock(const std::string& path)
    : m_path(path)
{
}

void FileLock::remove()
{
    *this = FileLock();
}

} // namespace phasor
