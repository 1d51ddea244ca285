// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/message.h"

#include <string>

namespace phasor {

// Something the user should know of an input that was accepted.
struct Warning
{
    std::string code; // word of the catalogue: NONFINITE, TRAILING, ROUND …
    Message text; // one line, names escaped
    bool operator==(const Warning&) const = default;
};

} // namespace phasor
