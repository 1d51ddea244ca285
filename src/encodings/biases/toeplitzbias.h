// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/positionmodel.h"

namespace phasor {

// One head's bias as a function of the distance k = query − key, |k| < 2^31. Any thread.
struct DistanceLaw
{
    std::function<double(std::int64_t k)> at;
    // Largest |at(k)|, |k| < length.
    std::function<double(std::int64_t length)> largest;
    // Mean of at(query − key) over a block that is not empty, in constant time.
    std::function<double(Span queries, Span keys)> mean;
    // Cells of the distances first, first − 1, first − 2 …, in a row's order. None: at(), rounded to float32.
    std::function<void(std::int64_t first, std::span<float> out)> cells = {};
};

// Model with biases that depend only on the distance: one number for each diagonal of [length, length]. `rest` has all
// but field and atDistance.
PositionModel toeplitzModel(std::function<DistanceLaw(std::int64_t head)> law, PositionBias rest);

} // namespace phasor
