// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace phasor {

// The Errors of ReplacingFile, the same words on every system.

// Of a system call: code and text of its errno, in English, with what the user can do about it.
Error outputError(const std::string& path, int code, std::string_view operation);

// Of a name that can't be that of a file.
Error refusedOutput(const std::string& path, std::string code, std::string what);
std::optional<Error> refusedOutputName(const std::string& path); // whatever is on the disk

} // namespace phasor
