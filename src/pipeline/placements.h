// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace phasor {

// What dropout acts on. x = s·E combined with PE.
struct Placement
{
    std::string_view id;
    std::string_view label;
    std::string_view formula;
    std::string_view explanation;
};

std::span<const Placement> placements();

} // namespace phasor
