// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/systemerror.h"

#include <cerrno>
#include <system_error>

namespace phasor {

std::string errorName(int code, const char* otherwise)
{
    static constexpr std::pair<int, const char*> kNames[] // errors that users meet
        = {{ENOENT, "ENOENT"},
           {EACCES, "EACCES"},
           {EPERM, "EPERM"},
           {EROFS, "EROFS"},
           {EISDIR, "EISDIR"},
           {ENOTDIR, "ENOTDIR"},
           {ENAMETOOLONG, "ENAMETOOLONG"},
           {EINVAL, "EINVAL"},
           {ELOOP, "ELOOP"},
           {EEXIST, "EEXIST"},
           {ENOSPC, "ENOSPC"},
           {EFBIG, "EFBIG"},
           {EMFILE, "EMFILE"},
           {EBADF, "EBADF"},
           {ENODEV, "ENODEV"},
           {EIO, "EIO"}};
    for (const auto& [number, name] : kNames) {
        if (number == code)
            return name;
    }
    return otherwise;
}

std::string errorText(int code)
{
    return std::generic_category().message(code);
}

} // namespace phasor
