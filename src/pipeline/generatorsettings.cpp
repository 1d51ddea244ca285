// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/generatorsettings.h"

#include "text/numbers.h"

namespace phasor {

GpuGrid gridOf(const Parameters& parameters)
{
    if (parameters.generator != "torch-cuda")
        return {};
    return {.multiprocessors = static_cast<int>(parameters.gpuMultiprocessors),
            .threadsPerMultiprocessor = static_cast<int>(parseInteger(parameters.gpuThreads).value())};
}

Result<std::shared_ptr<const Generator>> generatorOf(const Parameters& parameters, Seed seed)
{
    return makeGenerator(parameters.generator, seed, gridOf(parameters));
}

} // namespace phasor
