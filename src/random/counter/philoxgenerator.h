// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "random/generator.h"

namespace phasor {

// Counter-based numbers: any part of a table of any size costs what its cells cost. The k-th draw of a seed has the
// words of the Philox counters (k, element / 4): its masks are those of fused dropout on a GPU at the offset 4 k, on a
// grid that is as large as the table; its normal and uniform values are made of the words as PyTorch's CPU kernels make
// them of theirs, but without redrawing an incomplete last block. Of all this only the masks are the same in PyTorch.
Result<GeneratorPtr> makePhilox(Seed seed, GpuGrid grid);

} // namespace phasor
