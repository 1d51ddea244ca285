// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/schemes.h"

#include "encodings/sinusoidal/sinusoidalscheme.h"

#include <algorithm>
#include <array>

namespace phasor {

std::span<const Scheme> schemes()
{
    static const std::array all = {
        sinusoidalScheme(),
    };
    return all;
}

const Scheme* findScheme(std::string_view id)
{
    const auto all = schemes();
    const auto found = std::find_if(all.begin(), all.end(), [id](const Scheme& scheme) { return scheme.id == id; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace phasor
