// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace phasor {

// The words of a line as a shell would split it: blanks between them, '…' as it stands, "…" in which \ takes the sense
// of " and \, and \ outside. Nothing is expanded. Errors: Usage SYNTAX, `where` being for the caller to fill in.
Result<std::vector<std::string>> shellWords(std::string_view line);

} // namespace phasor
