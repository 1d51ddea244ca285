// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/filecache.h"

#include <algorithm>

namespace phasor {

std::int64_t FileCache::opened() const
{
    const std::lock_guard lock(m_mutex);
    return m_opened;
}

Result<std::shared_ptr<const FileContent>> FileCache::find(std::string_view kind, const std::string& path,
                                                           const Make& make)
{
    const std::lock_guard lock(m_mutex);
    const auto known
        = std::ranges::find_if(m_entries, [&](const Entry& e) { return e.kind == kind && e.path == path; });
    if (known != m_entries.end()) {
        if (identityOf(path) == known->identity && known->content->usable()) {
            m_entries.splice(m_entries.begin(), m_entries, known);
            return known->content;
        }
        m_entries.erase(known);
    }
    Result<InputFile> file = InputFile::open(path);
    if (!file.ok())
        return inFile(path, file.error());
    ++m_opened;
    const FileIdentity identity = file->identity();
    TRY(auto content, make(std::move(*file)));
    m_entries.push_front({std::string(kind), path, identity, content});
    forgetOld();
    return content;
}

void FileCache::forgetOld()
{
    constexpr std::size_t kMostEntries = 8;
    constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20; // limit for all files except the newest
    std::uint64_t bytes = 0;
    std::size_t entries = 1;
    for (auto entry = std::next(m_entries.begin()); entry != m_entries.end(); ++entries) {
        bytes += entry->content->memory();
        entry = entries >= kMostEntries || bytes > kMostBytes ? m_entries.erase(entry) : std::next(entry);
    }
}

} // namespace phasor
