// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
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

// Of those that are not NaN; NaN if there is none.
template <typename Values> double meanOfNumbers(const Values& values)
{
    double total = 0;
    double count = 0;
    for (const double value : values) {
        if (!std::isnan(value)) {
            total += value;
            ++count;
        }
    }
    return total / count;
}

} // namespace phasor
