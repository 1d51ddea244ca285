// SPDX-License-Identifier: GPL-3.0-or-later
// What the kernels of random numbers cost on one thread, in the L1 cache, where the streams keep their words. Items are
// words or values. Not a test: run by hand.
#include "kernels/combine.h"
#include "kernels/randomwords.h"

#include "field/matrix.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <numeric>
#include <vector>

using namespace phasor;

namespace {

constexpr std::size_t kValues = 2048;

struct Operands
{
    std::vector<std::uint32_t> words = std::vector<std::uint32_t>(2 * kValues);
    std::vector<float> values = std::vector<float>(kValues);

    Operands() { philoxWords(1, 2, 3, kValues / 2, words.data()); }
};

Matrix tile(float value)
{
    Matrix matrix(Shape{1, static_cast<std::int64_t>(kValues)});
    plainStore(matrix.data(), static_cast<std::int64_t>(kValues), value);
    return matrix;
}

template <typename Run> void measure(benchmark::State& state, std::size_t items, Run run)
{
    Operands operands;
    for (auto _ : state) {
        run(operands);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(items));
}

void philoxInWords(benchmark::State& state)
{
    std::uint64_t first = 0;
    measure(state, kValues, [&](Operands& o) { philoxWords(7, 1, first += kValues / 4, kValues / 4, o.words.data()); });
}

void philoxMasks(benchmark::State& state)
{
    std::uint64_t first = 0;
    measure(state, kValues,
            [&](Operands& o) { philoxKeep(7, 1, first += kValues / 4, kValues / 4, 3865470566U, o.values.data()); });
}

void philoxOneCounter(benchmark::State& state)
{
    std::uint32_t counter = 0;
    measure(state, 4, [&](Operands&) { benchmark::DoNotOptimize(philox({++counter, 0, 0, 0}, {7, 1})); });
}

// The output of dropout with its mask made on the way; in cache, so that it is the kernel that is measured.
void philoxOutputs(benchmark::State& state)
{
    const Matrix e = tile(0.5F);
    const Matrix pe = tile(-0.25F);
    Matrix out(e.shape());
    std::uint64_t first = 0;
    measure(state, kValues, [&](Operands&) {
        first += kValues / 4;
        benchmark::DoNotOptimize(
            philoxOutput({7, 1, 3865470566U}, first, kValues / 4,
                         {e.data(), e.data(), 22.6F, pe.data(), 1.1F, out.data(), state.range(0) != 0}));
        storeFence();
    });
}

void mersenneStates(benchmark::State& state)
{
    std::vector<std::uint32_t> run(5 * kMersenneBlock);
    std::iota(run.begin(), run.end(), 1U);
    measure(state, 4 * kMersenneBlock, [&](Operands&) {
        mersenneAdvance(run.data(), 4);
        std::copy_n(run.end() - kMersenneBlock, kMersenneBlock, run.begin());
    });
}

void mersenneTempering(benchmark::State& state)
{
    std::vector<std::uint32_t> out(kValues);
    measure(state, kValues, [&](Operands& o) { mersenneTemper(o.words.data(), kValues, out.data()); });
}

void masksOf32Bits(benchmark::State& state)
{
    measure(state, kValues, [](Operands& o) { keepBelow32(o.words.data(), kValues, 3865470566U, o.values.data()); });
}

void masksOf53Bits(benchmark::State& state)
{
    measure(state, kValues,
            [](Operands& o) { keepBelow53(o.words.data(), kValues, 8106479329266893U, o.values.data()); });
}

void masksOfMcg31(benchmark::State& state)
{
    measure(state, kValues, [](Operands& o) { keepMcg31(12345, kValues, 1932735282U, o.values.data()); });
}

void skippingMcg31(benchmark::State& state)
{
    std::uint64_t steps = 1;
    measure(state, 1, [&](Operands&) { benchmark::DoNotOptimize(skipMcg31(12345, steps += 1234567891011U)); });
}

void normals(benchmark::State& state)
{
    measure(state, kValues,
            [](Operands& o) { boxMuller(o.words.data(), kValues / kBoxMullerBlock, 0, 1, o.values.data()); });
}

void uniforms(benchmark::State& state)
{
    measure(state, kValues, [](Operands& o) { uniformFloats(o.words.data(), kValues, 2, -1, o.values.data()); });
}

BENCHMARK(philoxInWords);
BENCHMARK(philoxMasks);
BENCHMARK(philoxOneCounter);
BENCHMARK(philoxOutputs)->Arg(0)->Arg(1);
BENCHMARK(mersenneStates);
BENCHMARK(mersenneTempering);
BENCHMARK(masksOf32Bits);
BENCHMARK(masksOf53Bits);
BENCHMARK(masksOfMcg31);
BENCHMARK(skippingMcg31);
BENCHMARK(normals);
BENCHMARK(uniforms);

} // namespace

BENCHMARK_MAIN();
