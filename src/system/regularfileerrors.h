// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "system/systemerror.h"
#include "text/result.h"

#include <cerrno>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace phasor {

// The Errors of RegularFile, the same words on every system.

inline Error notARegularFile(std::string code, Message what)
{
    return {.kind = ErrorKind::Input,
            .code = std::move(code),
            .what = std::move(what),
            .remedy = WORDS("name a regular file")};
}

// Why a file can't have this name, whatever is on the disk.
inline std::optional<Error> refusedFileName(const std::string& path)
{
    if (path.empty())
        return notARegularFile("ENOENT", WORDS("empty name"));
    if (path.find('\0') != std::string::npos)
        return notARegularFile("EINVAL", WORDS("a NUL byte in the name"));
    return std::nullopt;
}

inline Error cannotOpenFile(int code)
{
    return {.kind = ErrorKind::Input,
            .code = errorName(code, "READ"),
            .what = WORDS("cannot open the file: %1").with(errorText(code)),
            .remedy = code == EACCES ? WORDS("ask for the permission to read it") : WORDS("check the name")};
}

inline Error cannotReadFile(int code, std::int64_t offset)
{
    return {.kind = ErrorKind::Input,
            .code = "READ",
            .what = WORDS("cannot read: %1").with(errorText(code)),
            .remedy = WORDS("check the disk"),
            .offset = offset};
}

} // namespace phasor
