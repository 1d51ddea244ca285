// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace phasor {

// Name and text of an errno, in English whatever the locale: "ENOSPC", "No space left on device".
std::string errorName(int code, const char* otherwise); // `otherwise`: for codes without name
std::string errorText(int code);

} // namespace phasor
