// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/matrixview.h"
#include "field/shape.h"
#include "kernels/sinusoid/sinusoidmeans.h"

#include <cstdint>
#include <span>
#include <vector>

namespace phasor {

// Rows of blocks that one call of sinusoidMeans takes.
struct MeanRowGroup
{
    std::vector<std::uint64_t> sizes; // of their blocks, two at most
    SinusoidMeanRows rows;
};

// The rows of blocks `spans` (of positions from firstPosition on, none empty, each of at most 2^31), whose means go to
// the rows of `out`, in few groups: one or two for the pixels of a picture. Spans may come in any order.
std::vector<MeanRowGroup> meanRowGroups(std::span<const Span> spans, std::int64_t firstPosition, MatrixView<float> out);

} // namespace phasor
