// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "random/mersennetape.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace phasor {

// The state of PyTorch's CPU generator: a place on the tape and the second value of a pair that was drawn by the scalar
// path.
struct TorchPoint
{
    std::shared_ptr<const MersenneTape> tape;
    std::uint64_t word = 0;
    std::optional<double> cached;
};

// tensor.normal_(mean, std) with fewer than 16 elements (at::normal_distribution<double>): pairs in double precision,
// of which the second waits in the generator for the next value. Returns the point behind `out`.
TorchPoint drawScalarNormals(TorchPoint point, double mean, double std, std::span<float> out);

} // namespace phasor
