// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "random/mersennetape.h"
#include "random/sequence.h"
#include "text/result.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace phasor {

// The state of numpy.random.RandomState: a place on the tape and the second value of a pair (has_gauss, gauss).
struct LegacyPoint
{
    std::shared_ptr<const MersenneTape> tape;
    std::uint64_t word = 0;
    std::optional<double> cached;
};

struct PolarDraw
{
    Sequence values;
    LegacyPoint after;
};

// RandomState.normal(mean, std) for `count` values: Marsaglia's polar method, whose rejections decide where a pair
// lies. All candidates are tested here, on all workers, and counted by chunks; a value is then found from the beginning
// of its chunk. Error: Cancelled, within 50 ms.
Result<PolarDraw> numpyNormals(const LegacyPoint& point, std::int64_t count, double mean, double std);

} // namespace phasor
