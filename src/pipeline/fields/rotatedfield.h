// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/positionmodel.h"
#include "field/field.h"

namespace phasor {

enum class HeadSide { Queries, Keys };

// Rotated queries or keys `x` [n, head dimension] of one head, row p by position p. Arithmetic is float32, each product
// and sum rounded, as in frameworks: q · cos + rotate_half(q) · sin. n is at most the rotation's max_len. bounds(): √2
// times the largest of x, of the attention factor and of the growth.
FieldPtr rotated(FieldPtr x, std::shared_ptr<const PositionRotation> rotation, HeadSide side);

// Growth of a pair at position p of n tokens, ζ^power or ζ^−power; 1 without growth.
float growthAt(const PositionRotation& rotation, HeadSide side, std::int64_t pair, std::int64_t position,
               std::int64_t n);

} // namespace phasor
