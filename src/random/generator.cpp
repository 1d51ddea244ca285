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
     WORDS("torch.manual_seed(seed) on a CPU: the numbers of the Linux x86 builds. Masks as in builds without MKL, "
           "on ARM, and from 2.7 on everywhere. Checked bit for bit against PyTorch 1.13.1 without MKL."),
     makeTorch},
    {"torch-mkl", WORDS("PyTorch, CPU with MKL"),
     WORDS("As torch, but masks are drawn by Intel MKL: the x86 wheels from about 2.0 to 2.6, earlier ones on Intel "
           "processors only. Checked against published outputs only, not against a build with MKL."),
     makeTorchMkl},
    {"torch-cuda", WORDS("PyTorch, GPU"),
     WORDS("The layer is made on the CPU, with its numbers, and moved to the GPU, as notebooks do; masks are those of "
           "fused dropout (float32). Large masks depend on the GPU's multiprocessors and threads: the default is an "
           "A100. Checked against published outputs only, not on a GPU."),
     makeTorchCuda},
    {"numpy-legacy", WORDS("NumPy, np.random.seed"),
     WORDS("numpy.random.RandomState(seed): randn, uniform and random_sample in double precision, rounded to "
           "float32. No truncated normal."),
     makeNumpyLegacy},
    {"numpy", WORDS("NumPy, default_rng"),
     WORDS("numpy.random.default_rng(seed), PCG64: normal, uniform and random in double precision, rounded to "
           "float32. No truncated normal."),
     makeNumpy},
    {"philox", WORDS("Philox (any size)"),
     WORDS("Counter-based: any part of a table of any size, at once. The distributions are right; the numbers are "
           "Phasor's own and not those of a framework."),
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
                          WORDS("give 1 … 1048576 multiprocessors and a multiple of 256 threads"));
    std::string known;
    for (const GeneratorInfo& generator : kGenerators) {
        if (generator.id == id)
            return generator.make(seed, grid);
        (known += known.empty() ? "" : ", ") += generator.id;
    }
    return usageError("ENUM", "--generator", WORDS("there is no generator %1").with(inQuotes(id)),
                      WORDS("use one of %1").with(known));
}

std::span<const GeneratorInfo> generators()
{
    return kGenerators;
}

} // namespace phasor
