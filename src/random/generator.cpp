// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/generator.h"

#include "field/field.h"
#include "field/matrixfield.h"
#include "field/parallel.h"
#include "random/laws.h"
#include "text/words.h"

#include <algorithm>

namespace phasor {

// PyTorch's generators on x86. They differ in how the mask of nn.Dropout is sampled.
GeneratorPtr makeTorch(TorchMasks masks, Seed seed, GpuGrid grid);
// numpy.random.RandomState(seed), which np.random.seed(seed) sets up, too. Error: a seed outside 0 … 2^32 - 1.
Result<GeneratorPtr> makeNumpyLegacy(Seed seed, GpuGrid grid);
// numpy.random.default_rng(seed). Error: a negative seed.
Result<GeneratorPtr> makeNumpy(Seed seed, GpuGrid grid);
Result<GeneratorPtr> makePhilox(Seed seed, GpuGrid grid);

template <TorchMasks masks> static Result<GeneratorPtr> torchWith(Seed seed, GpuGrid grid)
{
    return makeTorch(masks, seed, grid);
}

constexpr GeneratorInfo kGenerators[] = {
    {"torch", WORDS("PyTorch, CPU"),
     WORDS("torch.manual_seed(seed) on a CPU (Linux x86). Masks as in builds without MKL, on ARM, and in all builds "
           "from 2.7 on. Compared bit for bit with PyTorch 1.13.1 without MKL."),
     torchWith<TorchMasks::Cpu>},
    {"torch-mkl", WORDS("PyTorch, CPU with MKL"),
     WORDS("As torch, but Intel MKL samples the masks: x86 wheels from about 2.0 to 2.6, and earlier ones on Intel "
           "processors. Compared with published outputs only."),
     torchWith<TorchMasks::CpuWithMkl>},
    {"torch-cuda", WORDS("PyTorch, GPU"),
     WORDS("The layer is made on the CPU and moved to the GPU, as in notebooks; fused dropout (float32) samples the "
           "masks. Large masks depend on the GPU; the default is an A100. Compared with published outputs only."),
     torchWith<TorchMasks::Gpu>},
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

__extension__ using Count = unsigned __int128;

constexpr Count kMostSequential = Count{1} << 34;
constexpr Count kMostCount = Count{1} << 62;

// At most 2^34 elements if sequential, else 2^62: checked in 128 bits.
static Status checkShape(Shape shape, bool sequential)
{
    const Message size = WORDS("%1 × %2").with(shape.rows, shape.cols);
    const Count count = static_cast<Count>(shape.rows) * static_cast<Count>(shape.cols);
    if (count <= (sequential ? kMostSequential : kMostCount))
        return Done{};
    return Error{.kind = ErrorKind::Resource,
                 .code = "SIZE",
                 .where = Message::option("--generator"),
                 .what = sequential
                     ? WORDS("a table of %1 values is too large for a sequential generator (limit 2^34)").with(size)
                     : WORDS("a table of %1 values is more than 2^62").with(size),
                 .remedy = sequential ? WORDS("use %1 philox").with(Message::option("--generator"))
                                      : WORDS("use a smaller table")};
}

constexpr std::int64_t kLargestInMemory = std::int64_t{1} << 24;
constexpr std::int64_t kGrain = 1 << 16; // elements a task: drawing them takes far longer than finding the first

Result<Drawn> Generator::normal(Shape shape, double mean, double std) const
{
    TRY_DONE(checkShape(shape, isSequential(false)));
    TRY(Draw draw, normals(shape.rows * shape.cols, mean, std));
    return table(shape, std::move(draw.values), {mean - 4 * std, mean + 4 * std}, std::move(draw.after));
}

Result<Drawn> Generator::uniform(Shape shape, double low, double high) const
{
    TRY_DONE(checkShape(shape, isSequential(false)));
    return table(shape, uniforms(low, high), {low, high}, behind(shape.rows * shape.cols));
}

Sequence Generator::uniforms(double low, double high) const
{
    return uniformLaw(words().value(), low, high);
}

Result<Drawn> Generator::truncatedNormal(Shape shape, double mean, double std, double low, double high) const
{
    const std::optional<WordPoint> from = words();
    if (!from)
        return usageError("NEED", "--generator", WORDS("NumPy has no truncated normal distribution"),
                          WORDS("use %1 torch or %1 philox").with(Message::option("--generator")));
    TRY_DONE(checkShape(shape, isSequential(false)));
    return table(shape, truncatedLaw(*from, mean, std, low, high), {low, high}, behind(shape.rows * shape.cols));
}

Result<Drawn> Generator::checkedMask(Shape shape, double p, bool ofFeatures) const
{
    const bool draws = p != 0 && p != 1;
    TRY_DONE(checkShape(shape, draws && isSequential(true)));
    if (draws)
        return mask(shape, 1 - p, ofFeatures);
    return Drawn{constantField(shape, p == 1 ? 0.0f : 1.0f, {0, 1}), skipped(0).value()};
}

Result<Drawn> Generator::table(Shape shape, Sequence values, Interval bounds, GeneratorPtr after)
{
    const std::int64_t count = shape.rows * shape.cols;
    if (count > kLargestInMemory) {
        const auto fill = [shape, values](Rect rect, MatrixView<float> out) {
            const std::int64_t first = rect.row * shape.cols + rect.col;
            if (rect.empty())
                return;
            if (rect.cols == shape.cols && out.contiguous())
                values({first, rect.rows * rect.cols, rect.rows * rect.cols, 1, out.data(), 0});
            else
                values({first, rect.cols, shape.cols, rect.rows, out.data(), out.stride()});
        };
        return Drawn{computedField(shape, bounds, fill), std::move(after)};
    }
    Matrix cells(shape);
    parallelFor(0, count, kGrain, [&](Span span) {
        if (!cancelled())
            values({span.begin, span.size(), span.size(), 1, cells.data() + span.begin, 0});
    });
    if (cancelled())
        return cancelledError();
    auto stored = std::make_shared<const Matrix>(std::move(cells));
    return Drawn{std::make_shared<MatrixField>(std::move(stored), bounds), std::move(after)};
}

float Generator::dropoutScale(double p, DropoutOperator by) const
{
    if (p == 1)
        return 0.0f;
    return by == DropoutOperator::Native ? static_cast<float>(1 / (1 - p)) : 1.0f / static_cast<float>(1 - p);
}

Result<GeneratorPtr> makeGenerator(std::string_view id, Seed seed, GpuGrid grid)
{
    if (const auto* found = std::ranges::find(kGenerators, id, &GeneratorInfo::id); found != std::end(kGenerators))
        return found->make(seed, grid);
    return usageError("ENUM", "--generator", WORDS("%1 is not a generator").with(inQuotes(id)),
                      WORDS("use one of %1").with(listed(kGenerators, &GeneratorInfo::id)));
}

std::span<const GeneratorInfo> generators()
{
    return kGenerators;
}

} // namespace phasor
