// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "system/cancelscope.h"

#include <functional>

namespace phasor {

// Rows of one tile of reduce() for a table of `cols` columns: a tile stays in the second-level cache.
std::int64_t tileRows(std::int64_t cols);

// Fills `window` of `field` in tiles of whole rows, in parallel, and hands each tile to `body(place, values)` while it
// is in cache; `place` is in the field's coordinates. Each row is in exactly one tile; tiles begin at window.row + k ·
// tileRows(window.cols). `body` is called from many threads at once and must give the same result in any order. A
// window that is wider than a tile comes in column pieces of at most 2^16; each cell still comes once. Returns false if
// `cancel` stopped it.
bool reduce(const Field& field, Rect window, const std::function<void(Rect, MatrixView<const float>)>& body,
            const CancelToken& cancel = currentCancel());

} // namespace phasor
