// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"

#include <functional>

namespace phasor {

// Cells of `window`, inside the shape of `field`; the field itself if that is everything.
FieldPtr windowOf(FieldPtr field, Rect window);

// The first `rows` rows of `field`: pe[:n].
FieldPtr firstRows(FieldPtr field, std::int64_t rows);

// Caches a field in memory: blocks of rows are computed when first read. Returns `field` itself if it has more than
// 2^22 cells or is in memory. For Fields that are read many times, as the keys by the queries.
FieldPtr computedOnce(FieldPtr field);

} // namespace phasor
