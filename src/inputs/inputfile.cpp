// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/inputfile.h"

#include "text/numbers.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace phasor {

namespace {

Error cannotOpen(int code)
{
    Error error;
    error.kind = ErrorKind::Input;
    const char* const name = strerrorname_np(code);
    error.code = name != nullptr ? name : "READ";
    const char* const text = strerrordesc_np(code); // strerror would follow the locale
    error.what = std::string("cannot open the file: ") + (text != nullptr ? text : "unknown error");
    error.remedy = code == EACCES ? "ask for the permission to read it" : "check the name";
    return error;
}

Error notAFile(std::string code, std::string what)
{
    Error error;
    error.kind = ErrorKind::Input;
    error.code = std::move(code);
    error.what = std::move(what);
    error.remedy = "name a regular file";
    return error;
}

} // namespace

Error inputError(std::string code, std::int64_t offset, std::string field, std::string what, std::string remedy)
{
    Error error;
    error.kind = ErrorKind::Input;
    error.code = std::move(code);
    error.what = std::move(what);
    error.remedy = std::move(remedy);
    error.offset = offset;
    error.field = std::move(field);
    return error;
}

std::string grouped(std::uint64_t number)
{
    std::string text = printSeed({number, false});
    for (std::size_t i = text.size(); i > 3; i -= 3)
        text.insert(i - 3, 1, ',');
    return text;
}

Result<InputFile> InputFile::open(const std::string& path)
{
    if (path.empty())
        return notAFile("ENOENT", "empty name");
    if (path.find('\0') != std::string::npos)
        return notAFile("EINVAL", "a NUL byte in the name");
    Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file.ok())
        return errno == ENXIO ? notAFile("NOTREGULAR", "is not a regular file") : cannotOpen(errno);
    struct stat info
    {
    };
    if (fstat(file.get(), &info) != 0)
        return cannotOpen(errno);
    if (S_ISDIR(info.st_mode))
        return notAFile("EISDIR", "is a folder");
    if (!S_ISREG(info.st_mode))
        return notAFile("NOTREGULAR", "is not a regular file");
    return InputFile(std::move(file), info.st_size);
}

Status InputFile::read(std::int64_t offset, std::span<std::byte> out) const
{
    while (!out.empty()) {
        const ssize_t count = pread(m_file.get(), out.data(), out.size(), offset);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return inputError("READ", offset, {}, std::string("cannot read: ") + strerrordesc_np(errno),
                              "check the disk");
        if (count == 0)
            return inputError("TRUNC", offset, {}, "the file ends here: it was cut while it was read", "try again");
        offset += count;
        out = out.subspan(static_cast<std::size_t>(count));
    }
    return Done{};
}

Result<std::string> InputFile::head(std::size_t length) const
{
    std::string bytes(std::min(length, static_cast<std::size_t>(m_size)), '\0');
    if (Status status = read(0, std::as_writable_bytes(std::span(bytes))); !status.ok())
        return status.error();
    return bytes;
}

} // namespace phasor
