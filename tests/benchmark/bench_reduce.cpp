// SPDX-License-Identifier: GPL-3.0-or-later
// What the reductions of rows cost on one thread. Not a test: run by hand,
//   bench_reduce --benchmark_min_time=0.1
#include "kernels/reduce.h"

#include "rows.h"

#include <cmath>
#include <vector>

using namespace phasor;
using namespace phasor::bench;

namespace {

// Edges of bins of `width` columns over a row of `size`.
std::vector<std::int64_t> edgesOf(std::int64_t size, std::int64_t width)
{
    std::vector<std::int64_t> edges(static_cast<std::size_t>(size / width) + 1);
    for (std::size_t i = 0; i < edges.size(); ++i)
        edges[i] = static_cast<std::int64_t>(i) * width;
    return edges;
}

void sumOfRow(benchmark::State& state)
{
    measure(state, 4, [](Operands& o) { benchmark::DoNotOptimize(rowSum(o.a.data(), o.size)); });
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

template <typename Value, typename Bins, typename Reduce>
void measureBins(benchmark::State& state, std::int64_t bytesPerElement, Reduce reduce)
{
    const std::vector<std::int64_t> edges = edgesOf(state.range(0), state.range(1));
    const auto bins = static_cast<std::int64_t>(edges.size()) - 1;
    std::vector<Bins> out(edges.size());
    std::vector<Value> row;
    measure(state, bytesPerElement, [&](Operands& o) {
        if (row.empty())
            row.assign(o.a.data(), o.a.data() + o.size);
        reduce(row.data(), edges.data(), bins, out.data());
    });
}

void sumsOfBins(benchmark::State& state)
{
    measureBins<float, double>(state, 4, [](auto... all) { binSums(all...); });
}

void sumsOfBinsOfDoubles(benchmark::State& state)
{
    measureBins<double, double>(state, 8, [](auto... all) { binSums(all...); });
}

void minimaOfBins(benchmark::State& state)
{
    measureBins<float, float>(state, 4, [](auto... all) { binMinima(all...); });
}

void maximaOfBins(benchmark::State& state)
{
    measureBins<float, float>(state, 4, [](auto... all) { binMaxima(all...); });
}

// A block of rows added up, as pixels are: 512 columns.
template <typename Total> void rowsAdded(benchmark::State& state)
{
    constexpr std::int64_t kCols = 512;
    std::vector<Total> total(kCols);
    measure(state, 4, [&](Operands& o) {
        for (std::int64_t i = 0; i < o.size; i += kCols)
            addRow(total.data(), o.a.data() + i, kCols);
    });
}

void rowsExtended(benchmark::State& state)
{
    constexpr std::int64_t kCols = 512;
    std::vector<float> low(kCols, std::nanf("")), high(kCols, std::nanf(""));
    measure(state, 4, [&](Operands& o) {
        for (std::int64_t i = 0; i < o.size; i += kCols)
            extendRow(low.data(), high.data(), o.a.data() + i, kCols);
    });
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

BENCHMARK(sumOfRow)->Arg(512)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK(squaresOfRow)->Arg(512)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK(dotOfRows)->Arg(512)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK(extremesOfRow)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK(columnEnergies)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK(sumsOfBins)->Args({kInCache, 3})->Args({kInCache, 16})->Args({kInCache, 100});
BENCHMARK(histogram)->Arg(kInCache);
BENCHMARK(sumsOfBinsOfDoubles)->Args({kInCache, 3})->Args({kInCache, 16})->Args({kInCache, 100});
BENCHMARK(minimaOfBins)->Args({kInCache, 3})->Args({kInCache, 16})->Args({kInCache, 100});
BENCHMARK(maximaOfBins)->Args({kInCache, 3})->Args({kInCache, 16})->Args({kInCache, 100});
BENCHMARK(rowsAdded<double>)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK(rowsAdded<float>)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK(rowsExtended)->Arg(kInCache)->Arg(kInMemory);

} // namespace

BENCHMARK_MAIN();
