// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/schemes.h"

#include <algorithm>

namespace phasor {

#define PHASOR_SCHEME(name) Scheme name##Scheme();
#include "encodings/schemes.def"
#undef PHASOR_SCHEME

std::span<const Scheme> schemes()
{
    static const std::vector<Scheme> all = {
#define PHASOR_SCHEME(name) name##Scheme(),
#include "encodings/schemes.def"
#undef PHASOR_SCHEME
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
