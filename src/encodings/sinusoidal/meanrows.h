// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/matrix.h"
#include "field/shape.h"
#include "kernels/sinusoid/sinusoidmeans.h"

namespace phasor {

// Rows of pixels for one call of sinusoidMeans: see SinusoidMeanRows.
struct MeanRowGroup
{
    std::vector<std::uint64_t> sizes; // block sizes in positions, at most two
    SinusoidMeanRows rows;
};

// Arranges a zoomed-out picture's rows of pixels for the kernel sinusoidMeans (sinusoidmeans.h has a drawing). Row r of
// `out` is the mean over the positions spans[r], counted from firstPosition. Spans have 1 … 2^31 positions, in any
// order. A picture needs one or two groups; irregular spans need up to one group each.
std::vector<MeanRowGroup> meanRowGroups(std::span<const Span> spans, std::int64_t firstPosition, MatrixView<float> out);

} // namespace phasor
