// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/torch/torchgenerator.h"

#include "field/constantfield.h"
#include "field/matrix.h"
#include "kernels/bernoulli.h"
#include "random/cuda/cudamask.h"
#include "random/drawcheck.h"
#include "random/drawnfield.h"
#include "random/laws.h"
#include "random/sequence.h"
#include "random/threshold.h"
#include "system/cancelscope.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace phasor {

namespace {

constexpr std::uint32_t kModulus = 0x7fffffff;

class MklMask final : public Sequence
{
public:
    MklMask(std::uint32_t seed, double keep)
        : m_first(std::max(1u, seed % kModulus))
        , m_threshold(static_cast<std::uint32_t>(countBelow(
              kModulus, [&](std::uint64_t x) { return static_cast<float>(x) * 0x1p-31f < static_cast<float>(keep); })))
    {
    }

    void draw(const Runs& runs) const override
    {
        runs.each([&](std::int64_t first, std::int64_t length, float* out) {
            const std::uint32_t x = skipMcg31(m_first, static_cast<std::uint64_t>(first));
            keepMcg31(x, static_cast<std::size_t>(length), m_threshold, out);
        });
    }

private:
    std::uint32_t m_first;
    std::uint32_t m_threshold;
};

// tensor.bernoulli_(keep) of PyTorch's MKL builds: the MCG31m1 stream of `seed`, compared in single precision
// (viRngBernoulli). Any place of it is reached by skipping ahead.
std::shared_ptr<const Sequence> mklKeepMask(std::uint32_t seed, double keep)
{
    return std::make_shared<MklMask>(seed, keep);
}

constexpr std::int64_t kFillBlock = 16; // elements from which normal_ fills in blocks

std::int64_t elements(Shape shape)
{
    return shape.rows * shape.cols;
}

// The values 0 … 14 of a table that the scalar path has drawn.
class FewValues final : public Sequence
{
public:
    std::array<float, kFillBlock> values{};

    void draw(const Runs& runs) const override
    {
        runs.each([&](std::int64_t first, std::int64_t length, float* out) {
            std::copy_n(values.begin() + first, length, out);
        });
    }
};

} // namespace

TorchGenerator::TorchGenerator(TorchPoint point)
    : m_point(std::move(point))
{
}

Result<Drawn> TorchGenerator::normal(Shape shape, double mean, double std) const
{
    if (auto error = refuseNormal(shape, Reach::Sequential, mean, std))
        return *std::move(error);
    const Interval bounds{mean - 4 * std, mean + 4 * std};
    const std::int64_t count = elements(shape);
    if (count < kFillBlock) {
        auto few = std::make_shared<FewValues>();
        TorchPoint after
            = drawScalarNormals(m_point, mean, std, std::span(few->values).first(static_cast<std::size_t>(count)));
        return drawnTable(shape, std::move(few), bounds, movedTo(std::move(after)));
    }
    TorchPoint after = m_point;
    after.word += static_cast<std::uint64_t>(count % kFillBlock == 0 ? count : count + kFillBlock);
    return drawnTable(shape, normalLaw(m_point.tape, m_point.word, count, mean, std), bounds,
                      movedTo(std::move(after)));
}

Result<Drawn> TorchGenerator::uniform(Shape shape, double low, double high) const
{
    if (auto error = refuseUniform(shape, Reach::Sequential, low, high))
        return *std::move(error);
    TorchPoint after = m_point;
    after.word += static_cast<std::uint64_t>(elements(shape));
    return drawnTable(shape, uniformLaw(m_point.tape, m_point.word, low, high), {low, high}, movedTo(std::move(after)));
}

Result<Drawn> TorchGenerator::truncatedNormal(Shape shape, double mean, double std, double low, double high) const
{
    if (auto error = refuseTruncated(shape, Reach::Sequential, mean, std, low, high))
        return *std::move(error);
    TorchPoint after = m_point;
    after.word += static_cast<std::uint64_t>(elements(shape));
    return drawnTable(shape, truncatedLaw(m_point.tape, m_point.word, mean, std, low, high), {low, high},
                      movedTo(std::move(after)));
}

Result<Drawn> TorchGenerator::keepMask(Shape shape, double p) const
{
    return mask(shape, p, &TorchGenerator::drawMask);
}

Result<Drawn> TorchGenerator::featureMask(Shape shape, double p) const
{
    return mask(shape, p, &TorchGenerator::drawFeatures);
}

Result<Drawn> TorchGenerator::mask(Shape shape, double p, DrawMask draw) const
{
    const bool draws = p != 0 && p != 1;
    if (auto error = refuseMask(shape, draws && sequentialMask() ? Reach::Sequential : Reach::Anywhere, p))
        return *std::move(error);
    if (!draws || elements(shape) == 0)
        return Drawn{constantField(shape, p == 1 ? 0.0f : 1.0f, {0, 1}), movedTo(m_point)};
    return (this->*draw)(shape, 1 - p);
}

Result<std::shared_ptr<const Generator>> TorchGenerator::skipped(std::uint64_t words) const
{
    TorchPoint after = m_point;
    after.word += words;
    return movedTo(std::move(after));
}

// The module divides a mask of ones by 1 - p in float32; native_dropout takes the reciprocal in double precision.
float TorchGenerator::dropoutScale(double p, DropoutOperator by) const
{
    if (p == 1)
        return 0.0f;
    return by == DropoutOperator::Native ? static_cast<float>(1 / (1 - p)) : 1.0f / static_cast<float>(1 - p);
}

namespace {

class PlainTorch final : public TorchGenerator
{
public:
    explicit PlainTorch(TorchPoint point)
        : TorchGenerator(std::move(point))
    {
    }

    std::string_view id() const override { return "torch"; }

protected:
    std::shared_ptr<const Generator> movedTo(TorchPoint point) const override
    {
        return std::make_shared<PlainTorch>(std::move(point));
    }

    bool sequentialMask() const override { return true; }

    Result<Drawn> drawMask(Shape shape, double keep) const override
    {
        TorchPoint after = point();
        after.word += 2 * static_cast<std::uint64_t>(elements(shape));
        return drawnTable(shape, keepLaw(point().tape, point().word, keep), {0, 1}, movedTo(std::move(after)));
    }
};

class MklTorch final : public TorchGenerator
{
public:
    explicit MklTorch(TorchPoint point)
        : TorchGenerator(std::move(point))
    {
    }

    std::string_view id() const override { return "torch-mkl"; }

protected:
    std::shared_ptr<const Generator> movedTo(TorchPoint point) const override
    {
        return std::make_shared<MklTorch>(std::move(point));
    }

    bool sequentialMask() const override { return false; }

    Result<Drawn> drawMask(Shape shape, double keep) const override
    {
        TorchPoint after = point();
        std::uint32_t seed = 0;
        after.tape->cursor()->read(after.word++, 1, &seed);
        if (cancelled())
            return cancelledError();
        return drawnTable(shape, mklKeepMask(seed, keep), {0, 1}, movedTo(std::move(after)));
    }
};

// The generator of the GPU is another one, with the same seed: its place is a counter.
class CudaTorch final : public TorchGenerator
{
public:
    CudaTorch(TorchPoint point, std::uint64_t seed, std::uint64_t counter, GpuGrid grid)
        : TorchGenerator(std::move(point))
        , m_seed(seed)
        , m_counter(counter)
        , m_grid(grid)
    {
    }

    std::string_view id() const override { return "torch-cuda"; }

    // The module is native_dropout here. Its kernel divides the float32 by 1 - p in double precision, which rounds to
    // the same float32 as a division in float32.
    float dropoutScale(double p, DropoutOperator) const override
    {
        return TorchGenerator::dropoutScale(p, DropoutOperator::Module);
    }

protected:
    std::shared_ptr<const Generator> movedTo(TorchPoint point) const override
    {
        return std::make_shared<CudaTorch>(std::move(point), m_seed, m_counter, m_grid);
    }

    bool sequentialMask() const override { return false; }

    Result<Drawn> drawMask(Shape shape, double keep) const override
    {
        return drawAs(cudaLayout(elements(shape), mostThreads()), shape, keep);
    }

    // bernoulli_ (distribution_elementwise_grid_stride_kernel) deals single elements to the threads, at any size.
    Result<Drawn> drawFeatures(Shape shape, double keep) const override
    {
        CudaLayout layout = cudaLayout(elements(shape), mostThreads());
        layout.vector = 1;
        return drawAs(layout, shape, keep);
    }

private:
    std::int64_t mostThreads() const { return std::int64_t{m_grid.multiprocessors} * m_grid.threadsPerMultiprocessor; }

    Result<Drawn> drawAs(CudaLayout layout, Shape shape, double keep) const
    {
        const std::uint64_t after = m_counter + cudaCounters(elements(shape), layout);
        return drawnTable(shape, cudaKeepMask(m_seed, m_counter, layout, keep), {0, 1},
                          std::make_shared<CudaTorch>(point(), m_seed, after, m_grid));
    }

    std::uint64_t m_seed;
    std::uint64_t m_counter;
    GpuGrid m_grid;
};

TorchPoint begin(Seed seed)
{
    return {std::make_shared<MersenneTape>(static_cast<std::uint32_t>(seed.bits)), 0, std::nullopt};
}

} // namespace

std::shared_ptr<const Generator> makeTorch(Seed seed)
{
    return std::make_shared<PlainTorch>(begin(seed));
}

std::shared_ptr<const Generator> makeTorchMkl(Seed seed)
{
    return std::make_shared<MklTorch>(begin(seed));
}

std::shared_ptr<const Generator> makeTorchCuda(Seed seed, GpuGrid grid)
{
    return std::make_shared<CudaTorch>(begin(seed), seed.bits, 0, grid);
}

} // namespace phasor
