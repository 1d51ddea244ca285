// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "random/generator.h"

namespace phasor {

// PyTorch's generators on x86. They differ in how the mask of nn.Dropout is sampled. Never an Error.
Result<GeneratorPtr> makeTorch(Seed seed, GpuGrid grid); // bernoulli_ without MKL
Result<GeneratorPtr> makeTorchMkl(Seed seed, GpuGrid grid); // bernoulli_ with MKL
Result<GeneratorPtr> makeTorchCuda(Seed seed, GpuGrid grid); // fused dropout on a GPU

} // namespace phasor
