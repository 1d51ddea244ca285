// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/filecache.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace phasor {

std::unique_lock<std::mutex> lockUnlessCancelled(std::mutex& mutex)
{
    std::unique_lock lock(mutex, std::try_to_lock);
    while (!lock && !cancelled()) {
        std::this_thread::sleep_for(std::chrono::microseconds(200));
        lock.try_lock();
    }
    return lock;
}

Result<FileContentPtr> FileCache::find(std::string_view kind, const std::string& path,
                                       const std::function<Result<FileContentPtr>(InputFile file)>& make)
{
    const std::shared_ptr<Entry> entry = entryOf(kind, path);
    const std::lock_guard reading(entry->reading);
    if (entry->content && entry->identity == identityOf(path) && entry->content->usable())
        return entry->content;
    keep(*entry, nullptr);
    Result<InputFile> file = InputFile::open(path);
    if (!file.ok())
        return inFile(path, file.error());
    ++m_opened;
    entry->identity = file->identity();
    const Result<FileContentPtr> content = make(std::move(*file));
    if (!content.ok())
        return inFile(path, content.error());
    keep(*entry, *content);
    return content;
}

std::shared_ptr<FileCache::Entry> FileCache::entryOf(std::string_view kind, const std::string& path)
{
    const std::lock_guard lock(m_mutex);
    const auto known
        = std::ranges::find_if(m_entries, [&](const auto& e) { return e->kind == kind && e->path == path; });
    if (known != m_entries.end()) {
        m_entries.splice(m_entries.begin(), m_entries, known);
    } else {
        const auto& entry = m_entries.emplace_front(std::make_shared<Entry>());
        entry->kind = kind;
        entry->path = path;
    }
    return m_entries.front();
}

void FileCache::keep(Entry& entry, FileContentPtr content)
{
    constexpr int kMostEntries = 8;
    constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20; // limit for all files except the newest
    const std::lock_guard lock(m_mutex);
    entry.content.swap(content);
    std::uint64_t bytes = 0;
    int entries = 0;
    m_entries.remove_if([&](const std::shared_ptr<Entry>& e) {
        if (!e->content)
            return e.use_count() == 1; // it failed; others are being read
        bytes += entries > 0 ? e->content->memory() : 0;
        return ++entries > kMostEntries || bytes > kMostBytes;
    });
}

} // namespace phasor
