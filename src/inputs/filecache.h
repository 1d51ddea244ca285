// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/inputfile.h"

#include <atomic>
#include <list>
#include <mutex>

namespace phasor {

// Content made from a file, kept for later requests. Immutable to its users, thread-safe.
class FileContent
{
public:
    virtual ~FileContent() = default;

    virtual std::uint64_t memory() const = 0; // bytes that it holds, about
    // False once its file failed: the next request makes a new one.
    virtual bool usable() const { return true; }
};

// Waits for the mutex. Without the lock: the calling thread's job was canceled.
std::unique_lock<std::mutex> lockUnlessCancelled(std::mutex& mutex);

using FileContentPtr = std::shared_ptr<const FileContent>;

// Cache of file contents. A file that is unchanged (device, inode, size, time) is neither opened nor read again. Keeps
// the latest eight files at most, the older ones only while they use no more than 256 MiB together. Any thread; a
// request waits while another one reads the same file.
class FileCache
{
public:
    // The Content of the file at `path` (raw bytes): the cached object, or a new one from the open file by
    // `make(InputFile) -> Result<std::shared_ptr<const Content>>`. Every call with this `kind` must make the same type.
    // Errors: those of InputFile::open and of `make`, with the file as `where`.
    template <typename Content, typename Make>
    Result<std::shared_ptr<const Content>> get(std::string_view kind, const std::string& path, const Make& make)
    {
        TRY(auto content, find(kind, path, [&](InputFile file) -> Result<FileContentPtr> {
                TRY(FileContentPtr made, make(std::move(file)));
                return made;
            }));
        return std::static_pointer_cast<const Content>(std::move(content));
    }

    std::int64_t opened() const { return m_opened; } // files so far

private:
    struct Entry
    {
        std::string kind;
        std::string path;
        std::mutex reading; // held while the file is read
        FileIdentity identity; // changed with `reading` held
        FileContentPtr content; // null: not read, or it failed; changed with both mutexes held
    };

    Result<FileContentPtr> find(std::string_view kind, const std::string& path,
                                const std::function<Result<FileContentPtr>(InputFile file)>& make);
    std::shared_ptr<Entry> entryOf(std::string_view kind, const std::string& path);
    void keep(Entry& entry, FileContentPtr content); // and forgets old ones

    std::mutex m_mutex; // for the list; held for moments only
    std::list<std::shared_ptr<Entry>> m_entries; // the latest request is at the front
    std::atomic<std::int64_t> m_opened = 0;
};

} // namespace phasor
