// SPDX-License-Identifier: GPL-3.0-or-later
// What the kernels that make rows cost: memory, combination, colors. Not a test: run by hand,
//   bench_kernels --benchmark_min_time=0.1
// All on one thread, unless it says so.
#include "kernels/combine.h"
#include "kernels/pixels.h"
#include "raster/colormaps.h"

#include "rows.h"

#include <vector>

using namespace phasor;
using namespace phasor::bench;

namespace {

void plainStoring(benchmark::State& state)
{
    measure(state, 4, [](Operands& o) { plainStore(o.out.data(), o.size, 1.5F); });
}

void streamStoring(benchmark::State& state)
{
    measure(state, 4, [](Operands& o) { streamStore(o.out.data(), o.size, 1.5F); });
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

void scaleAddingPastTheCaches(benchmark::State& state)
{
    measure(state, 12, [](Operands& o) {
        scaleAdd(o.a.data(), 22.6F, o.b.data(), o.out.data(), o.size, true);
        storeFence();
    });
}

void multiplying(benchmark::State& state)
{
    measure(state, 12, [](Operands& o) { multiply(o.a.data(), o.b.data(), o.out.data(), o.size); });
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

void outputPastTheCaches(benchmark::State& state)
{
    measure(state, 16, [](Operands& o) {
        outputTile(o.a.data(), 22.6F, o.b.data(), o.keep.data(), 1.1F, o.out.data(), o.size, true);
        storeFence();
    });
}

void coloring(benchmark::State& state)
{
    std::vector<std::uint32_t> pixels(static_cast<std::size_t>(state.range(0)));
    const std::uint32_t* table = defaultColorMap(true).table.data();
    measure(state, 8, [&](Operands& o) { colorRow(o.a.data(), o.size, -1, 1, table, 0, pixels.data()); });
}

void colorisingOnAllCores(benchmark::State& state)
{
    constexpr std::int64_t kCols = 1024;
    std::vector<std::uint32_t> pixels(static_cast<std::size_t>(state.range(0)));
    measure(state, 8, [&](Operands& o) {
        colorize({o.a.data(), o.size / kCols, kCols, kCols}, {-1, 1}, defaultColorMap(true), 0, pixels.data());
    });
}

BENCHMARK(plainStoring)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK(streamStoring)->Arg(kInMemory);
BENCHMARK(streamCopying)->Arg(kInMemory);
BENCHMARK(scaling)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK(scaleAdding)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK(scaleAddingPastTheCaches)->Arg(kInMemory);
BENCHMARK(multiplying)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK(droppingOut)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK(outputInOnePass)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK(outputPastTheCaches)->Arg(kInMemory);
BENCHMARK(coloring)->Arg(kInCache)->Arg(1 << 21);
BENCHMARK(colorisingOnAllCores)->Arg(1 << 21)->UseRealTime();

} // namespace

BENCHMARK_MAIN();
