// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/inputfile.h"

#include <algorithm>

namespace phasor {

Status refuseWrongFileKind(const InputFile& file)
{
    constexpr std::size_t kHead = 512; // bytes that show the kind of a file
    TRY(const std::string head, file.head(kHead));
    if (head.starts_with("version https://git-lfs.github.com/spec/"))
        return inputError("LFS", 0, {}, WORDS("this is a Git LFS pointer, not the data"),
                          WORDS("run \"git lfs pull\""));
    const std::size_t begin = std::min(head.find_first_not_of(" \t\r\n\xef\xbb\xbf"), head.size());
    std::string text = head.substr(begin);
    for (char& c : text)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (text.starts_with("<!doctype html") || text.starts_with("<html"))
        return inputError("HTML", static_cast<std::int64_t>(begin), {}, WORDS("this is a saved web page, not the data"),
                          WORDS("download the file itself"));
    return Done{};
}

Error inputError(std::string code, std::optional<std::int64_t> offset, std::string field, Message what, Message remedy)
{
    return {.kind = ErrorKind::Input,
            .code = std::move(code),
            .what = std::move(what),
            .remedy = std::move(remedy),
            .offset = offset,
            .field = std::move(field)};
}

Error inputErrorOf(Error error, std::string field)
{
    error.kind = ErrorKind::Input;
    error.where = {};
    error.field = std::move(field);
    return error;
}

Error inFile(const std::string& path, Error error)
{
    if (error.kind != ErrorKind::Cancelled)
        error.where = quotedPlace(path);
    return error;
}

Error placedIn(std::string_view text, std::size_t offset, Error error)
{
    const std::string_view before = text.substr(0, offset);
    const std::size_t begin = before.rfind('\n') + 1; // 0 in the first line
    error.offset.reset();
    error.line = 1 + std::ranges::count(before, '\n');
    error.column = 1 + static_cast<std::int64_t>(before.size() - begin);
    return error;
}

Result<InputFile> InputFile::open(const std::string& path)
{
    TRY(RegularFile file, RegularFile::open(path));
    return InputFile(std::move(file));
}

InputFile InputFile::part(std::int64_t offset, std::int64_t length) const
{
    InputFile part = *this;
    part.m_begin += offset;
    part.m_size = length;
    return part;
}

InputFile InputFile::replacedBy(std::shared_ptr<const std::vector<std::byte>> bytes, std::int64_t size) const
{
    InputFile file = *this;
    file.m_begin = 0;
    file.m_size = std::max<std::int64_t>(size, std::ssize(*bytes));
    file.m_bytes = std::move(bytes);
    return file;
}

Status InputFile::read(std::int64_t offset, std::span<std::byte> out) const
{
    if (m_bytes && offset + std::ssize(out) <= std::ssize(*m_bytes)) {
        std::copy_n(m_bytes->begin() + offset, out.size(), out.begin());
        return Done{};
    }
    if (m_bytes)
        return inputError("TRUNC", offset, {}, WORDS("the data ends here"), WORDS("copy or download the file again"));
    offset += m_begin;
    while (!out.empty()) {
        TRY(const std::size_t count, m_file.readSome(offset, out));
        if (count == 0)
            return inputError("TRUNC", offset, {}, WORDS("the file ends here: it was cut while it was read"),
                              WORDS("try again"));
        offset += static_cast<std::int64_t>(count);
        out = out.subspan(count);
    }
    return Done{};
}

Result<std::string> InputFile::head(std::size_t length) const
{
    std::string bytes(std::min(length, static_cast<std::size_t>(size())), '\0');
    TRY_DONE(read(0, std::as_writable_bytes(std::span(bytes))));
    return bytes;
}

Result<std::string> InputFile::all(std::int64_t most) const
{
    if (size() > most)
        return inputError("LIMIT", 0, {},
                          WORDS("the file has %1 bytes, more than %2").with(grouped(size()), grouped(most)),
                          WORDS("check that it is the right one"));
    return head(static_cast<std::size_t>(size()));
}

Result<std::string> contentsOf(const std::string& path, std::int64_t most)
{
    const Result<InputFile> file = InputFile::open(path);
    Result<std::string> contents = file.ok() ? file->all(most) : file.error();
    return contents.ok() ? contents : inFile(path, contents.error());
}

} // namespace phasor
