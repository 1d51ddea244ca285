// SPDX-License-Identifier: GPL-3.0-or-later
// What the row kernels cost, in cache (a 64 x 512 tile) and from memory (64 MiB an operand). Not a test: run by hand,
//   bench_kernels --benchmark_min_time=0.1
// Bytes are those the kernel reads and writes; read for ownership is not counted. All on one thread, unless it says so.
#include "kernels/colour.h"
#include "kernels/combine.h"
#include "kernels/memory.h"
#include "kernels/reduce.h"
#include "raster/colourise.h"

#include "core/matrix.h"

#include <benchmark/benchmark.h>

#include <vector>

using namespace phasor;

namespace {

constexpr std::int64_t kInCache = 64 * 512;
constexpr std::int64_t kInMemory = 16 << 20;

// Rows of floats in [-1, 1]; keep is 0 or 1 at random.
struct Operands
{
    explicit Operands(std::int64_t n)
        : size(n)
        , a(Shape{1, n})
        , b(Shape{1, n})
        , keep(Shape{1, n})
        , out(Shape{1, n})
    {
        std::uint32_t state = 1;
        for (std::int64_t i = 0; i < n; ++i) {
            state = state * 1664525U + 1013904223U;
            a.data()[i] = static_cast<float>(state >> 8) * 0x1p-23F - 1;
            b.data()[i] = -a.data()[i] / 2;
            keep.data()[i] = (state & 0x80000000U) != 0 ? 1.0F : 0.0F;
            out.data()[i] = 0;
        }
    }
    std::int64_t size;
    Matrix a, b, keep, out;
};

template <typename Run> void measure(benchmark::State& state, std::int64_t bytesPerElement, Run run)
{
    Operands operands(state.range(0));
    for (auto _ : state) {
        run(operands);
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * operands.size * bytesPerElement);
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * operands.size);
}

void plainStoring(benchmark::State& state)
{
    measure(state, 4, [](Operands& o) { plainStore(o.out.data(), o.size, 1.5F); });
}

void streamStoring(benchmark::State& state)
{
    measure(state, 4, [](Operands& o) { streamStore(o.out.data(), o.size, 1.5F); });
}

void plainCopying(benchmark::State& state)
{
    measure(state, 8, [](Operands& o) { plainCopy(o.a.data(), o.out.data(), o.size); });
}

void streamCopying(benchmark::State& state)
{
    measure(state, 8, [](Operands& o) { streamCopy(o.a.data(), o.out.data(), o.size); });
}

void scaling(benchmark::State& state)
{
    measure(state, 8, [](Operands& o) { scale(o.a.data(), 22.6F, o.out.data(), o.size); });
}

void scaleAdding(benchmark::State& state)
{
    measure(state, 12, [](Operands& o) { scaleAdd(o.a.data(), 22.6F, o.b.data(), o.out.data(), o.size); });
}

void droppingOut(benchmark::State& state)
{
    measure(state, 12, [](Operands& o) { dropout(o.a.data(), o.keep.data(), 1.1F, o.out.data(), o.size); });
}

void outputInOnePass(benchmark::State& state)
{
    measure(state, 16,
            [](Operands& o) { outputTile(o.a.data(), 22.6F, o.b.data(), o.keep.data(), 1.1F, o.out.data(), o.size); });
}

void squaresOfRow(benchmark::State& state)
{
    measure(state, 4, [](Operands& o) { benchmark::DoNotOptimize(rowSumSquares(o.a.data(), o.size)); });
}

void dotOfRows(benchmark::State& state)
{
    measure(state, 8, [](Operands& o) { benchmark::DoNotOptimize(rowDot(o.a.data(), o.b.data(), o.size)); });
}

void extremesOfRow(benchmark::State& state)
{
    measure(state, 4, [](Operands& o) { benchmark::DoNotOptimize(rowExtremes(o.a.data(), o.size)); });
}

void columnEnergies(benchmark::State& state)
{
    constexpr std::int64_t kCols = 512;
    std::vector<double> sum(kCols), squares(kCols);
    measure(state, 4, [&](Operands& o) {
        for (std::int64_t i = 0; i < o.size; i += kCols)
            addColumnEnergies(o.a.data() + i, kCols, sum.data(), squares.data());
    });
}

void sumsOfBins(benchmark::State& state)
{
    const std::int64_t width = state.range(1);
    const std::int64_t bins = state.range(0) / width;
    std::vector<std::int64_t> edges(static_cast<std::size_t>(bins) + 1);
    for (std::size_t i = 0; i < edges.size(); ++i)
        edges[i] = static_cast<std::int64_t>(i) * width;
    std::vector<double> sums(static_cast<std::size_t>(bins));
    measure(state, 4, [&](Operands& o) { binSums(o.a.data(), edges.data(), bins, sums.data()); });
}

void histogram(benchmark::State& state)
{
    constexpr std::int64_t kBins = 128;
    std::vector<double> edges(kBins + 1);
    for (std::size_t i = 0; i < edges.size(); ++i)
        edges[i] = static_cast<double>(i) / 64 - 1;
    std::vector<std::int64_t> counts(kBins);
    measure(state, 4, [&](Operands& o) { addHistogram(o.a.data(), o.size, edges.data(), kBins, counts.data()); });
}

void colouring(benchmark::State& state)
{
    std::vector<std::uint32_t> pixels(static_cast<std::size_t>(state.range(0)));
    const std::uint32_t* table = defaultColorMap(true).table.data();
    measure(state, 8, [&](Operands& o) { colourRow(o.a.data(), o.size, -1, 1, table, 0, pixels.data()); });
}

void colourisingOnAllCores(benchmark::State& state)
{
    constexpr std::int64_t kCols = 1024;
    std::vector<std::uint32_t> pixels(static_cast<std::size_t>(state.range(0)));
    measure(state, 8, [&](Operands& o) {
        colourise({o.a.data(), o.size / kCols, kCols, kCols}, {-1, 1}, defaultColorMap(true), 0, pixels.data());
    });
}

BENCHMARK(plainStoring)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK(streamStoring)->Arg(kInMemory);
BENCHMARK(plainCopying)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK(streamCopying)->Arg(kInMemory);
BENCHMARK(scaling)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK(scaleAdding)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK(droppingOut)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK(outputInOnePass)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK(squaresOfRow)->Arg(512)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK(dotOfRows)->Arg(512)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK(extremesOfRow)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK(columnEnergies)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK(sumsOfBins)->Args({kInCache, 3})->Args({kInCache, 16})->Args({kInCache, 100});
BENCHMARK(histogram)->Arg(kInCache);
BENCHMARK(colouring)->Arg(kInCache)->Arg(1 << 21);
BENCHMARK(colourisingOnAllCores)->Arg(1 << 21)->UseRealTime();

} // namespace

BENCHMARK_MAIN();
