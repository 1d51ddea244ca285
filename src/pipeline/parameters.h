// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/seed.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace phasor {

// A factor by name (sqrt-d-model, none) or by number.
using ScaleFactor = std::variant<std::string, double>;

// Everything that a picture depends on, as one plain value. Members, defaults and meaning: parameters.def.
struct Parameters
{
#define PHASOR_PARAMETER(type, member, value, ...) type member = value;
#include "pipeline/parameters.def"
#undef PHASOR_PARAMETER

    bool operator==(const Parameters&) const = default;
};

} // namespace phasor
