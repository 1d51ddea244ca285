// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "random/generator.h"
#include "random/mersennetape.h"
#include "text/result.h"

#include <cstdint>

namespace phasor {

// For RandomState the point's `cached` holds has_gauss and gauss.
struct PolarDraw
{
    Sequence values;
    TapePoint after;
};

// RandomState.normal(mean, std) for `count` values by Marsaglia's polar method. Rejections determine the index of a
// pair. All candidates are tested here, on all workers, and counted by chunks; a value is then found from its chunk's
// beginning. Error: Cancelled, within 50 ms.
Result<PolarDraw> numpyNormals(const TapePoint& point, std::int64_t count, double mean, double std);

} // namespace phasor
