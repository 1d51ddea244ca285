// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "field/matrix.h"

namespace phasor {

// Whether a table of this shape is written past the caches: it is larger than the last-level one.
bool streamsPastCaches(Shape shape);

// All tiles of `window` in parallel into `out`, which keeps its memory when it is enough.
// Tables larger than the last-level cache are written past the caches.
void materialize(const Field& field, Rect window, Matrix& out);
inline Matrix materialized(const Field& field, Rect window)
{
    Matrix cells;
    materialize(field, window, cells);
    return cells;
}

} // namespace phasor
