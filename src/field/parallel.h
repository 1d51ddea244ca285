// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "system/cancelscope.h"

#include <functional>

namespace phasor {

// Rows of one tile of reduce() for a table of `cols` columns: a tile stays in the second-level cache.
std::int64_t tileRows(std::int64_t cols);

// Calls `body(place, values)` for `window` of `field` in tiles of entire rows, in parallel, while a tile is in the
// cache; `place` is in the field's coordinates. Each row is in exactly one tile; tiles begin at window.row + k ·
// tileRows(window.cols). Many threads call `body` at once, in any order; the result must not depend on it. A wide
// window has column pieces of at most 2^16 columns; each cell still comes once. A canceled job's tiles are skipped.
void reduce(const Field& field, Rect window, const std::function<void(Rect, MatrixView<const float>)>& body);

// No more than `most` (>= 1) threads work. Before the first call of the others.
void limitWorkers(int most);

// Number of worker threads: the processors this process may use (affinity, cgroup quota), fewer if fewer threads can be
// made, at least 1. The first call makes the threads.
int workerCount();

// Calls body(span) for consecutive spans that cover [begin, end), each of at most `grain` (>= 1) and begun at
// begin + k * grain, on the workers. Returns when all are done. How the spans fall on threads is not defined, so body
// must give the same result in any order. A body may call parallelFor. It runs in the caller's CancelScope. Spans
// are not skipped when that job is canceled: the body asks cancelled() itself.
void parallelFor(std::int64_t begin, std::int64_t end, std::int64_t grain, const std::function<void(Span)>& body);

} // namespace phasor
