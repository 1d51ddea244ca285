// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/shape.h"

#include <functional>

namespace phasor {

// No more than `most` (>= 1) threads work. Before the first call of the others.
void limitWorkers(int most);

// Threads that work: the processors this process may use (affinity, cgroup quota), fewer where not so many threads can
// be made, at least 1. Found at the first call, which makes the threads.
int workerCount();

// Calls body(span) for consecutive spans that cover [begin, end), each of at most `grain` (>= 1) and begun at
// begin + k * grain, on the workers. Returns when all are done. How the spans fall on threads is not defined, so body
// must give the same result in any order. A body may call parallelFor. It runs in the caller's CancelScope. Spans
// are not skipped when that job is cancelled: the body asks cancelled() itself.
void parallelFor(std::int64_t begin, std::int64_t end, std::int64_t grain, const std::function<void(Span)>& body);

} // namespace phasor
