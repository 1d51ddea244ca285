// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "text/numbers.h"

#include <functional>
#include <memory>

namespace phasor {

// Number of the integers 0 … end - 1 for which `below` is true; it must be true up to some integer and false from there
// on. Turns a comparison in rounded floating point into one of integers: u * 2^-24 < keep into u < countBelow(…).
template <typename Below> std::uint64_t countBelow(std::uint64_t end, Below below)
{
    std::uint64_t begin = 0;
    while (begin < end) {
        const std::uint64_t middle = begin + (end - begin) / 2;
        if (below(middle))
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

// Reads words of an infinite stream of random 32-bit words at any index, for one thread. A word never changes. Reading
// forward, or back by at most 600 words, is fast.
using WordCursor = std::function<void(std::uint64_t first, std::size_t count, std::uint32_t* out)>;

// The words of a stream from one on.
struct WordPoint
{
    std::function<WordCursor()> cursor; // any thread; a cursor must not outlive it
    std::uint64_t word = 0;
};

// `number` runs of `length` consecutive values: run k holds the values first + k * step … and is written to out + k *
// stride. Runs ascend (step >= length > 0), so that a sequential generator needs one pass.
struct Runs
{
    std::int64_t first = 0;
    std::int64_t length = 0;
    std::int64_t step = 0;
    std::int64_t number = 0;
    float* out = nullptr;
    std::ptrdiff_t stride = 0;

    // body(first, length, out) for each run.
    template <typename Body> void each(Body body) const
    {
        for (std::int64_t k = 0; k < number; ++k)
            body(first + k * step, length, out + k * stride);
    }
};

// The values 0, 1, 2 … of one draw; writes those of the runs. Any thread; an index always has the same bits.
using Sequence = std::function<void(const Runs& runs)>;

class Generator;
using GeneratorPtr = std::shared_ptr<const Generator>;

// Function that multiplies the kept cells: the module nn.Dropout (F.dropout), or torch.native_dropout. They round the
// same factor differently.
enum class DropoutOperator { Module, Native };

// Result of a draw: the numbers, and the generator's state after them.
struct Drawn
{
    FieldPtr values;
    GeneratorPtr after;
};

// Source of PyTorch's dropout masks: bernoulli_ without MKL, with MKL, or fused dropout on a GPU.
enum class TorchMasks { Cpu, CpuWithMkl, Gpu };

// State of one framework's random-number generator: an immutable value, any thread. A draw does not change it, but
// returns the state after the draw, so that `table = g.normal(…)`, `mask = table.after->keepMask(…)` replays a
// notebook.
//
// Every draw is row-major over `shape` (rows, cols >= 0). Any rectangle of `values` has the framework's bits, on any
// thread, in any tiling. Tables up to 2^24 elements are sampled at once, larger ones on demand.
//
// Errors: Usage if the framework's generator does not support the draw here; Resource for more than 2^34 draws from a
// sequential generator (before sampling); Cancelled within 50 ms of the token of the calling thread's CancelScope. A
// table belongs to no job: its cells are undefined only for a canceled job, and right for the next one.
class Generator
{
public:
    virtual ~Generator() = default;

    // tensor.normal_(mean, std), std >= 0; both, and those below, are in the range of float32. bounds(): mean ± 4 std,
    // which one value in 16 000 exceeds.
    Result<Drawn> normal(Shape shape, double mean, double std) const;

    // tensor.uniform_(low, high), low <= high. bounds(): [low, high].
    Result<Drawn> uniform(Shape shape, double low, double high) const;

    // nn.init.trunc_normal_(tensor, mean, std, low, high), std > 0; low and high are values, not multiples of std.
    Result<Drawn> truncatedNormal(Shape shape, double mean, double std, double low, double high) const;

    // Dropout mask for probability p, in [0, 1]: 1 is kept, 0 dropped. p = 0 and p = 1 sample nothing, as in
    // nn.Dropout.
    Result<Drawn> keepMask(Shape shape, double p) const { return checkedMask(shape, p, false); }

    // Dropout mask of entire features (nn.Dropout1d and similar): one value decides for all cells of a feature. Same as
    // keepMask, unless the framework samples it in another order.
    Result<Drawn> featureMask(Shape shape, double p) const { return checkedMask(shape, p, true); }

    // The generator after `words` 32-bit words used by something else, such as other layers or initializers. A GPU's
    // masks come from another generator, which does not move. Errors (Usage NEED): NumPy's default_rng takes two words
    // at once; nothing else samples from philox.
    virtual Result<GeneratorPtr> skipped(std::uint64_t words) const = 0;

    // Factor on kept cells, rounded like the framework rounds it; 0 for p = 1, where none is kept. PyTorch's module
    // divides a mask of ones by 1 - p in float32; native_dropout takes the reciprocal in double precision.
    virtual float dropoutScale(double p, DropoutOperator by = DropoutOperator::Module) const;

protected:
    Generator() = default;
    Generator(const Generator&) = default;
    Generator& operator=(const Generator&) = default;

    struct Draw
    {
        Sequence values;
        GeneratorPtr after;
    };

    // The table of `shape` that `values` fills row by row, and the generator `after` it. Up to 2^24 elements are
    // sampled now, on all workers; a larger table computes each rectangle on demand. Error: Cancelled.
    static Result<Drawn> table(Shape shape, Sequence values, Interval bounds, GeneratorPtr after);

    // The draws of a generator. Their arguments were checked.

    // Whether a random number can only be reached through all before it.
    virtual bool isSequential(bool /*ofMasks*/) const { return true; }
    // The words that PyTorch's uniform and truncated normal values are made of; none: it has no truncated normal
    // values.
    virtual std::optional<WordPoint> words() const { return std::nullopt; }
    virtual Result<Draw> normals(std::int64_t count, double mean, double std) const = 0;
    virtual Sequence uniforms(double low, double high) const; // default: of words()
    virtual GeneratorPtr behind(std::int64_t uniforms) const = 0; // after so many of them
    virtual Result<Drawn> mask(Shape shape, double keep, bool ofFeatures) const = 0; // 0 < keep < 1

private:
    Result<Drawn> checkedMask(Shape shape, double p, bool ofFeatures) const;
};

// The two numbers of a GPU that fused dropout's mask depends on (from 4 * multiprocessors * threads elements upwards).
// The default is an A100. Both in 1 … 2^20, threads a multiple of 256.
struct GpuGrid
{
    int multiprocessors = 108;
    int threadsPerMultiprocessor = 2048;
    bool operator==(const GpuGrid&) const = default;
};

// The generator `id` at the beginning of the stream of `seed`. Only torch-cuda uses `grid`. Errors (Usage): an unknown
// id; a seed that the framework refuses (NumPy: negative; numpy-legacy: above 2^32 - 1).
Result<GeneratorPtr> makeGenerator(std::string_view id, Seed seed, GpuGrid grid = {});

struct GeneratorInfo
{
    std::string_view id;
    SourceText label;
    SourceText explanation; // one or two sentences about the origin of the numbers
    Result<GeneratorPtr> (*make)(Seed seed, GpuGrid grid) = nullptr;
};

// All generators in the order of a menu, the default first.
std::span<const GeneratorInfo> generators();

} // namespace phasor
