// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "random/generator.h"
#include "random/sequence.h"

#include <memory>

namespace phasor {

// The table of `shape` that `sequence` fills row by row, and the generator `after` it. Up to 2^24 elements it is drawn
// now, on all workers; a larger one draws each rectangle when it is asked for. Error: Cancelled.
Result<Drawn> drawnTable(Shape shape, Sequence sequence, Interval bounds, std::shared_ptr<const Generator> after);

} // namespace phasor
