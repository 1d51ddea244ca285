// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/shape.h"
#include "random/generator.h"
#include "text/result.h"

#include <memory>

namespace phasor {

// How a generator reaches a random number: a sequential one must compute all before it.
enum class Reach { Sequential, Anywhere };

// Checks the arguments of a draw; `where` names their option. Ranges are those of PyTorch and of float32. The number of
// elements is checked in 128 bits: at most 2^34 if sequential, else 2^62.
Status checkNormal(Shape shape, Reach reach, double mean, double std);
Status checkUniform(Shape shape, Reach reach, double low, double high);
Status checkTruncated(Shape shape, Reach reach, double mean, double std, double low, double high);
Status checkMask(Shape shape, Reach reach, double p);

// The table of `shape` that `sequence` fills row by row, and the generator `after` it. Up to 2^24 elements are sampled
// now, on all workers; a larger table computes each rectangle on demand. Error: Cancelled.
Result<Drawn> drawnTable(Shape shape, Sequence sequence, Interval bounds, std::shared_ptr<const Generator> after);

} // namespace phasor
