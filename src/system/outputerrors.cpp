// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/outputerrors.h"

#include "system/systemerror.h"

#include <cerrno>
#include <utility>

namespace phasor {

namespace {

// What the user can do about it.
std::string remedyFor(int code)
{
#ifdef EDQUOT // not in the standard library
    if (code == EDQUOT)
        code = ENOSPC;
#endif
    switch (code) {
    case ENOENT:
    case ENOTDIR:
        return "create the folder first";
    case EACCES:
    case EPERM:
    case EROFS:
        return "choose a folder you can write to (a file is replaced, so its folder must be writable)";
    case ENOSPC:
        return "free some space or choose another disk";
    case EFBIG:
        return "raise the file size limit (ulimit -f) or choose another disk";
    case ENAMETOOLONG:
    case EINVAL:
        return "choose a shorter or simpler name";
    case EMFILE:
    case ENFILE:
        return "close some files";
    default:
        return "choose another file";
    }
}

} // namespace

Error outputError(const std::string& path, int code, std::string_view operation)
{
    Error error;
    error.kind = ErrorKind::Output;
    error.code = errorName(code, "OUTPUT");
    error.where = quoted(path);
    ((error.what = "cannot ") += operation) += ": ";
    error.what += errorText(code);
    error.remedy = remedyFor(code);
    return error;
}

Error refusedOutput(const std::string& path, std::string code, std::string what)
{
    Error error;
    error.kind = ErrorKind::Output;
    error.code = std::move(code);
    error.where = quoted(path);
    error.what = std::move(what);
    error.remedy = "choose a file name";
    return error;
}

std::optional<Error> refusedOutputName(const std::string& path)
{
    if (path.empty())
        return refusedOutput(path, "ENOENT", "empty name");
    if (path.find('\0') != std::string::npos)
        return refusedOutput(path, "EINVAL", "a NUL byte in the name");
    return std::nullopt;
}

} // namespace phasor
