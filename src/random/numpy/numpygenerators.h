// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "random/generator.h"

namespace phasor {

// numpy.random.RandomState(seed), which np.random.seed(seed) sets up, too. Error: a seed outside 0 … 2^32 - 1.
Result<GeneratorPtr> makeNumpyLegacy(Seed seed, GpuGrid grid);

// numpy.random.default_rng(seed). Error: a negative seed.
Result<GeneratorPtr> makeNumpy(Seed seed, GpuGrid grid);

} // namespace phasor
