// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/encoding.h"
#include "encodings/encodingsettings.h"
#include "text/result.h"

#include <memory>
#include <span>
#include <string_view>

namespace phasor {

// One kind of encoding that a user may choose.
struct Scheme
{
    std::string_view id; // the word of `--scheme`
    std::string_view label; // for people
    std::string_view formula; // one line
    std::string_view source; // paper and equation

    // Usage errors: RANGE (`where` is the option, `--d-model`), ENUM (layout, precision; `remedy` lists the choices).
    Result<std::shared_ptr<const Encoding>> (*make)(const EncodingSettings&);
};

// All schemes, in the order in which a list shows them. A new scheme is one file and one line in schemes.cpp.
std::span<const Scheme> schemes();

// Null where no scheme has this id.
const Scheme* findScheme(std::string_view id);

} // namespace phasor
