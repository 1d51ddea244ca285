// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace phasor {

// What an errno is called and says, in English whatever the locale: "ENOSPC", "No space left on device".
std::string errorName(int code, const char* otherwise); // `otherwise` where it has no name
std::string errorText(int code);

} // namespace phasor
