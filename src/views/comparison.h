// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/picture.h"

#include <optional>

namespace phasor {

// The pictures of B and of A − B beside that of A.
struct Comparison
{
    const Node& a;
    const Node& b;
    const PictureRequest& request; // of A's picture
    int widthOfB = 0;
    int widthOfDifference = 0;
    std::int64_t cells = 0; // as in makePicture
    const CancelToken& cancel;
};

// Makes `b`, recolours `a` and `b` on one range that holds both, and makes `difference` where the tables have the same
// shape. Errors: those of makePicture.
Status addComparison(const Comparison& comparison, Picture& a, std::optional<Picture>& b,
                     std::optional<Picture>& difference);

} // namespace phasor
