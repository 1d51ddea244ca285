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

// Cache of file contents. A file that is unchanged (device, inode, size, time) is neither opened nor read again. Keeps
// the latest eight files at most, the older ones only while they use no more than 256 MiB together. Any thread; a
// request waits while another one reads the same file.
class FileCache
{
public:
    // Makes the content of an open file, and sets the Error's `where`.
    using Make = std::function<Result<std::shared_ptr<const FileContent>>(InputFile file)>;

    // The Content of the file at `path` (raw bytes): the cached object, or a new one by `make`. Every call with this
    // `kind` must make the same type. Errors: those of InputFile::open and of `make`.
    template <typename Content>
    Result<std::shared_ptr<const Content>> get(std::string_view kind, const std::string& path, const Make& make)
    {
        TRY(auto content, find(kind, path, make));
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
        std::shared_ptr<const FileContent> content; // null: not read, or it failed; changed with both mutexes held
    };

    Result<std::shared_ptr<const FileContent>> find(std::string_view kind, const std::string& path, const Make& make);
    std::shared_ptr<Entry> entryOf(std::string_view kind, const std::string& path);
    void keep(Entry& entry, std::shared_ptr<const FileContent> content); // and forgets old ones

    std::mutex m_mutex; // for the list; held for moments only
    std::list<std::shared_ptr<Entry>> m_entries; // the latest request is at the front
    std::atomic<std::int64_t> m_opened = 0;
};

} // namespace phasor
