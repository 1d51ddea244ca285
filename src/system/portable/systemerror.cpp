// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/systemerror.h"

#include <cerrno>
#include <system_error>

namespace phasor {

std::string errorName(int code, const char* otherwise)
{
    switch (code) { // what users meet
    case ENOENT:
        return "ENOENT";
    case EACCES:
        return "EACCES";
    case EISDIR:
        return "EISDIR";
    case ENOTDIR:
        return "ENOTDIR";
    case ENOSPC:
        return "ENOSPC";
    case EFBIG:
        return "EFBIG";
    case EMFILE:
        return "EMFILE";
    case EIO:
        return "EIO";
    default:
        return otherwise;
    }
}

std::string errorText(int code)
{
    return std::generic_category().message(code);
}

} // namespace phasor
