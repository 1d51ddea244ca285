// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/schemes.h"

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
    return findSetting(schemes(), id);
}

} // namespace phasor
