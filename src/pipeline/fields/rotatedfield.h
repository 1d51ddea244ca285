// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/positionmodel.h"
#include "field/field.h"

namespace phasor {

enum class HeadSide { Queries, Keys };

// The queries or keys `x` [n, head width] of one head, row p turned as those of position p. All arithmetic is float32,
// each product and each sum rounded, as frameworks do: q · cos + rotate_half(q) · sin. n is at most the rotation's
// max_len. bounds(): √2 times the greatest of x, of the attention factor and of the growth.
FieldPtr rotated(FieldPtr x, std::shared_ptr<const PositionRotation> rotation, HeadSide side);

// What pair `pair` is multiplied by at position p of n tokens, ζ^power or ζ^−power; 1 where nothing grows.
float growthAt(const PositionRotation& rotation, HeadSide side, std::int64_t pair, std::int64_t position,
               std::int64_t n);

} // namespace phasor
