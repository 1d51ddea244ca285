// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "system/systemerror.h"
#include "text/result.h"

#include <cerrno>
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
