// SPDX-License-Identifier: GPL-3.0-or-later
// What the reductions of rows cost on one thread. Not a test: run by hand,
//   bench_reduce --benchmark_min_time=0.1
#include "kernels/reduce.h"

#include "rows.h"

#include <vector>

using namespace phasor;
using namespace phasor::bench;

namespace {

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

// A block of rows added up, as pixels are: 512 columns.
void rowsAdded(benchmark::State& state)
{
    constexpr std::int64_t kCols = 512;
    std::vector<double> total(kCols);
    measure(state, 4, [&](Operands& o) {
        for (std::int64_t i = 0; i < o.size; i += kCols)
            addRow(total.data(), o.a.data() + i, kCols);
    });
}

BENCHMARK(squaresOfRow)->Arg(512)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK(dotOfRows)->Arg(512)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK(extremesOfRow)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK(columnEnergies)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK(rowsAdded)->Arg(kInCache)->Arg(kInMemory);

} // namespace

BENCHMARK_MAIN();
