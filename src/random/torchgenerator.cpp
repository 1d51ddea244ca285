// SPDX-License-Identifier: GPL-3.0-or-later
#include "field/matrixfield.h"
#include "kernels/randomwords.h"
#include "random/laws.h"
#include "random/mersennetape.h"
#include "random/philox.h"
#include "system/cancelscope.h"

#include <cmath>
#include <numbers>

namespace phasor {

namespace {

constexpr std::int64_t kFillBlock = 16; // elements from which normal_ fills in blocks

// tensor.bernoulli_(keep) of PyTorch's MKL builds: the MCG31m1 stream of `seed`, compared in single precision
// (viRngBernoulli). Skipping ahead reaches any place.
Sequence mklKeepMask(std::uint32_t seed, double keep)
{
    constexpr std::uint32_t kModulus = 0x7fffffff;
    const auto threshold = static_cast<std::uint32_t>(countBelow(
        kModulus, [&](std::uint64_t x) { return static_cast<float>(x) * 0x1p-31f < static_cast<float>(keep); }));
    return [start = std::max(1u, seed % kModulus), threshold](const Runs& runs) {
        runs.each([&](std::int64_t first, std::int64_t length, float* out) {
            const std::uint32_t x = skipMcg31(start, static_cast<std::uint64_t>(first));
            keepMcg31(x, static_cast<std::size_t>(length), threshold, out);
        });
    };
}

double unit53(std::uint32_t high, std::uint32_t low)
{
    const std::uint64_t bits = (std::uint64_t{high & 0x1fffffu} << 32) | low;
    return static_cast<double>(bits) * 0x1p-53;
}

// tensor.normal_(mean, std) with fewer than 16 elements (at::normal_distribution<double>): pairs in double precision,
// whose second value waits in the generator for the next call. Returns the point after `out`.
TapePoint drawScalarNormals(TapePoint point, double mean, double std, std::span<float> out)
{
    const auto cursor = point.tape->cursor();
    for (float& value : out) {
        double standard = 0;
        if (point.cached) {
            standard = *point.cached;
            point.cached.reset();
        } else {
            std::array<std::uint32_t, 4> words{};
            cursor(point.word, words.size(), words.data());
            point.word += words.size();
            const double angle = 2 * std::numbers::pi * unit53(words[0], words[1]);
            const double radius = std::sqrt(-2 * std::log(1 - unit53(words[2], words[3])));
            point.cached = radius * std::sin(angle);
            standard = radius * std::cos(angle);
        }
        value = static_cast<float>(std::fma(standard, std, mean));
    }
    return point;
}

struct TorchState
{
    TorchMasks masks = TorchMasks::Cpu;
    TapePoint cpu;
    // The GPU's generator is separate, with the same seed. Its state is a counter.
    std::uint64_t seed = 0;
    std::uint64_t counter = 0;
    GpuGrid grid;
};

class TorchGenerator final : public Generator
{
public:
    explicit TorchGenerator(TorchState state)
        : m_state(std::move(state))
    {
    }

    Result<GeneratorPtr> skipped(std::uint64_t words) const override
    {
        return behind(static_cast<std::int64_t>(words));
    }

    // On a GPU the module uses native_dropout. Its kernel divides the float32 by 1 - p in double precision, which
    // rounds to the same float32 as a division in float32.
    float dropoutScale(double p, DropoutOperator by) const override
    {
        return Generator::dropoutScale(p, m_state.masks == TorchMasks::Gpu ? DropoutOperator::Module : by);
    }

private:
    static std::int64_t elements(Shape shape) { return shape.rows * shape.cols; }

    bool isSequential(bool ofMasks) const override { return !ofMasks || m_state.masks == TorchMasks::Cpu; }
    std::optional<WordPoint> words() const override { return m_state.cpu.words(); }

    Result<Draw> normals(std::int64_t count, double mean, double std) const override
    {
        if (count >= kFillBlock)
            return Draw{normalLaw(*words(), count, mean, std),
                        behind(count % kFillBlock == 0 ? count : count + kFillBlock)};
        std::array<float, kFillBlock> values{};
        TorchState after = m_state;
        after.cpu = drawScalarNormals(m_state.cpu, mean, std, std::span(values).first(static_cast<std::size_t>(count)));
        const auto few = [values](const Runs& runs) {
            runs.each([&](std::int64_t first, std::int64_t length, float* out) {
                std::copy_n(values.begin() + first, length, out);
            });
        };
        return Draw{few, std::make_shared<TorchGenerator>(std::move(after))};
    }

    GeneratorPtr behind(std::int64_t uniforms) const override
    {
        TorchState after = m_state;
        after.cpu.word += static_cast<std::uint64_t>(uniforms);
        return std::make_shared<TorchGenerator>(std::move(after));
    }

    Result<Drawn> mask(Shape shape, double keep, bool ofFeatures) const override
    {
        const std::int64_t count = elements(shape);
        if (count == 0)
            return Drawn{constantField(shape, 1.0f, {0, 1}), behind(0)};
        if (m_state.masks == TorchMasks::Gpu)
            return gpuMask(shape, keep, ofFeatures);
        if (m_state.masks == TorchMasks::Cpu)
            return table(shape, keepLaw(*words(), keep), {0, 1}, behind(2 * count));
        std::uint32_t seed = 0;
        m_state.cpu.tape->cursor()(m_state.cpu.word, 1, &seed);
        if (cancelled())
            return cancelledError();
        return table(shape, mklKeepMask(seed, keep), {0, 1}, behind(1));
    }

    Result<Drawn> gpuMask(Shape shape, double keep, bool ofFeatures) const
    {
        const GpuGrid grid = m_state.grid;
        CudaLayout layout
            = cudaLayout(elements(shape), std::int64_t{grid.multiprocessors} * grid.threadsPerMultiprocessor);
        // bernoulli_ (distribution_elementwise_grid_stride_kernel) deals single elements to the threads, at any size.
        if (ofFeatures)
            layout.vector = 1;
        TorchState after = m_state;
        after.counter += cudaCounters(elements(shape), layout);
        return table(shape, cudaKeepMask(m_state.seed, m_state.counter, layout, keep), {0, 1},
                     std::make_shared<TorchGenerator>(std::move(after)));
    }

    TorchState m_state;
};

} // namespace

GeneratorPtr makeTorch(TorchMasks masks, Seed seed, GpuGrid grid)
{
    auto tape = std::make_shared<MersenneTape>(static_cast<std::uint32_t>(seed.bits));
    return std::make_shared<TorchGenerator>(TorchState{masks, {std::move(tape)}, seed.bits, 0, grid});
}

} // namespace phasor
