// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <string>

namespace phasor {

// Reads --text-file: a regular file, a pipe, or - for standard input; at most 64 MiB. Error: Input OPEN.
Result<std::string> readTextFile(const std::string& path);

} // namespace phasor
