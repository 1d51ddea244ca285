// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <cstddef>

namespace phasor {

// A Python literal, as far as the header of a .npy file may have one. `text` points into the source.
struct PyLiteral
{
    enum class Kind {
        String, // text between the quotes, escapes unchanged
        Integer, // text: the digits, with '-' before; any number of them
        OtherNumber, // text: anything that begins like a number
        Name, // text: True, None, …
        Tuple,
        List,
        Dict, // items: key, value, key, value …
    };

    Kind kind = Kind::Name;
    std::size_t offset = 0; // in the source
    std::string_view text;
    std::vector<PyLiteral> items;
};

// Reads one literal with white space around it; never recurses deeper than 4. Errors: code HEADER, with the offset
// in `source`.
Result<PyLiteral> parsePyLiteral(std::string_view source);

} // namespace phasor
