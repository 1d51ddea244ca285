// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/field.h"
#include "random/sequence.h"

#include <memory>

namespace phasor {

// The table of `shape` that `sequence` fills row by row. Up to 2^24 elements it is drawn now, on all workers; a larger
// one draws each rectangle when it is asked for.
FieldPtr drawnField(Shape shape, std::shared_ptr<const Sequence> sequence, Interval bounds);

// The same value everywhere.
FieldPtr constantField(Shape shape, float value, Interval bounds);

} // namespace phasor
