// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/generator.h"

#include "random/numpy/numpygenerators.h"
#include "random/philox.h"
#include "random/torchgenerator.h"

#include <string>

namespace phasor {

namespace {

constexpr GeneratorInfo kGenerators[] = {
    {"torch", WORDS("PyTorch, CPU"),
     WORDS("torch.manual_seed(seed) on a CPU (Linux x86). Masks as in builds without MKL, on ARM, and in all builds "
           "from 2.7 on. Compared bit for bit with PyTorch 1.13.1 without MKL."),
     makeTorch},
    {"torch-mkl", WORDS("PyTorch, CPU with MKL"),
     WORDS("As torch, but Intel MKL samples the masks: x86 wheels from about 2.0 to 2.6, and earlier ones on Intel "
           "processors. Compared with published outputs only."),
     makeTorchMkl},
    {"torch-cuda", WORDS("PyTorch, GPU"),
     WORDS("The layer is made on the CPU and moved to the GPU, as in notebooks; fused dropout (float32) samples the "
           "masks. Large masks depend on the GPU; the default is an A100. Compared with published outputs only."),
     makeTorchCuda},
    {"numpy-legacy", WORDS("NumPy, np.random.seed"),
     WORDS("numpy.random.RandomState(seed): randn, uniform and random_sample in double precision, rounded to float32. "
           "Not for truncated normal."),
     makeNumpyLegacy},
    {"numpy", WORDS("NumPy, default_rng"),
     WORDS("numpy.random.default_rng(seed), PCG64: normal, uniform and random in double precision, rounded to float32. "
           "Not for truncated normal."),
     makeNumpy},
    {"philox", WORDS("Philox (any size)"),
     WORDS("Counter-based, so any part of a table of any size is sampled at once. The numbers are Phasor's own, not "
           "those of a framework."),
     makePhilox},
};

bool possible(GpuGrid grid)
{
    constexpr int kMost = 1 << 20;
    return grid.multiprocessors >= 1 && grid.multiprocessors <= kMost && grid.threadsPerMultiprocessor >= 256
        && grid.threadsPerMultiprocessor <= kMost && grid.threadsPerMultiprocessor % 256 == 0;
}

} // namespace

float Generator::dropoutScale(double p, DropoutOperator by) const
{
    if (p == 1)
        return 0.0f;
    return by == DropoutOperator::Native ? static_cast<float>(1 / (1 - p)) : 1.0f / static_cast<float>(1 - p);
}

Result<GeneratorPtr> makeGenerator(std::string_view id, Seed seed, GpuGrid grid)
{
    if (!possible(grid))
        return usageError("RANGE", "--generator",
                          WORDS("no GPU has %1 multiprocessors of %2 threads")
                              .with(grid.multiprocessors, grid.threadsPerMultiprocessor),
                          WORDS("use 1 to 1048576 multiprocessors and a multiple of 256 threads"));
    std::string known;
    for (const GeneratorInfo& generator : kGenerators) {
        if (generator.id == id)
            return generator.make(seed, grid);
        (known += known.empty() ? "" : ", ") += generator.id;
    }
    return usageError("ENUM", "--generator", WORDS("%1 is not a generator").with(inQuotes(id)),
                      WORDS("use one of %1").with(known));
}

std::span<const GeneratorInfo> generators()
{
    return kGenerators;
}

} // namespace phasor
