// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "random/generator.h"
#include "random/mersennetape.h"
#include "text/result.h"

#include <cstdint>
#include <memory>

namespace phasor {

// For RandomState the point's `cached` holds has_gauss and gauss.
struct PolarDraw
{
    Sequence values;
    TapePoint after;
};

// RandomState.normal(mean, std) for `count` values: Marsaglia's polar method, whose rejections decide where a pair
// lies. All candidates are tested here, on all workers, and counted by chunks; a value is then found from the beginning
// of its chunk. Error: Cancelled, within 50 ms.
Result<PolarDraw> numpyNormals(const TapePoint& point, std::int64_t count, double mean, double std);

} // namespace phasor
