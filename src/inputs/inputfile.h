// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "system/cancelscope.h"
#include "system/regularfile.h"
#include "text/numbers.h"

#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>

namespace phasor {

// Warning about an input that was accepted.
struct Warning
{
    std::string code; // word of the catalog: NONFINITE, TRAILING, ROUND …
    Message text; // one line, names escaped
    bool operator==(const Warning&) const = default;
};

// Progress and memory of reading a file, which stops when the calling thread's job is canceled (CancelScope).
struct ReadControl
{
    std::function<void(double)> progress = {}; // share read, 0 … 1, rising; on any thread, one call at a time
    // Bytes that a matrix may take in memory; a larger one stays in its file. Default: a quarter of the free memory, at
    // most 1 GiB.
    std::optional<std::uint64_t> memory = {};
};

// An Error of kind Input; the function that opened the file sets `where`.
Error inputError(std::string code, std::optional<std::int64_t> offset, std::string field, Message what,
                 Message remedy = {});

// The Error of kind Input for a value in the field of a file that is refused by `error`.
Error inputErrorOf(Error error, std::string field);

// Adds the file as the error's place, unless the work was canceled.
Error inFile(const std::string& path, Error error);

// Replaces the byte `offset` by its line and column in the text.
Error placedIn(std::string_view text, std::size_t offset, Error error);

// "1,234,567", for messages about bytes.
std::string grouped(std::integral auto number)
{
    return withCommas(std::to_string(number));
}

// A regular file, opened for reading by the raw bytes of its name. Opening never waits (for example for a pipe without
// a writer). Reading needs no position, so that many threads may read at once.
class InputFile
{
public:
    // Errors: code the errno's name, or NOTREGULAR.
    static Result<InputFile> open(const std::string& path);

    // `length` bytes from byte `offset` on as a file; they must be in this one.
    InputFile part(std::int64_t offset, std::int64_t length) const;
    // Bytes in memory, made from this file, in its place; `size`: as if it had more, which cannot be read.
    InputFile replacedBy(std::shared_ptr<const std::vector<std::byte>> bytes, std::int64_t size = 0) const;

    const FileIdentity& identity() const { return m_file.identity(); } // when it was opened
    std::int64_t size() const { return m_size; } // when it was opened
    bool changed() const { return m_file.changed(); }
    // All of `out` from byte `offset`; TRUNC if the file ends before (it was cut since), READ if the disk fails.
    Status read(std::int64_t offset, std::span<std::byte> out) const;
    // The first bytes, at most `length`.
    Result<std::string> head(std::size_t length) const;
    // All of it; LIMIT, before anything is read, if it has more than `most` bytes.
    Result<std::string> all(std::int64_t most) const;

private:
    explicit InputFile(RegularFile file)
        : m_file(std::move(file))
        , m_size(m_file.size())
    {
    }

    RegularFile m_file;
    std::shared_ptr<const std::vector<std::byte>> m_bytes; // null: they are in the file
    std::int64_t m_begin = 0; // in the file
    std::int64_t m_size;
};

// Entire content of the file, whose name is in errors: those of open() and all().
Result<std::string> contentsOf(const std::string& path, std::int64_t most);

// Refuses files that often take the place of data: a Git LFS pointer (LFS), a saved web page (HTML).
Status refuseWrongFileKind(const InputFile& file);

} // namespace phasor
