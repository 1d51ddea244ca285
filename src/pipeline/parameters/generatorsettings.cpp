// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/parameters/generatorsettings.h"

namespace phasor {

GpuGrid gridOf(const RandomSettings& random)
{
    if (random.generator != "torch-cuda")
        return {};
    return {.multiprocessors = static_cast<int>(random.gpuMultiprocessors),
            .threadsPerMultiprocessor = static_cast<int>(random.gpuThreads)};
}

RandomSettings comparable(RandomSettings random)
{
    if (random.generator != "torch-cuda") {
        random.gpuMultiprocessors = RandomSettings{}.gpuMultiprocessors;
        random.gpuThreads = RandomSettings{}.gpuThreads;
    }
    return random;
}

Result<std::shared_ptr<const Generator>> generatorOf(const RandomSettings& random, Seed seed)
{
    return makeGenerator(random.generator, seed, gridOf(random));
}

} // namespace phasor
