// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <iterator>

namespace phasor {

// Of a range of float or double, added up in its order in double; 0 if it is empty.
template <typename Values> double meanOf(const Values& values)
{
    double total = 0;
    for (const auto value : values)
        total += static_cast<double>(value);
    return std::empty(values) ? 0 : total / static_cast<double>(std::size(values));
}

} // namespace phasor
