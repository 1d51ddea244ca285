// SPDX-License-Identifier: GPL-3.0-or-later
// What the sinusoid kernels cost on one thread: tables by layout of their stores, and block means with their
// amplitudes. Not a test: run by hand,
//   bench_sinusoidkernels --benchmark_min_time=0.1
#include "kernels/combine.h"
#include "kernels/sinusoid/sinusoid.h"

#include "field/matrix.h"

#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <vector>

using namespace phasor;

namespace {

constexpr std::int64_t kInCache = SinusoidColumns::kBlock;
constexpr std::int64_t kInMemory = 1 << 15;

// omega = 10000^(-k / pairs), to double: what a kernel costs does not depend on the last bits.
std::vector<PairFrequency> frequenciesOf(std::int64_t pairs)
{
    std::vector<PairFrequency> frequencies;
    for (std::int64_t k = 0; k < pairs; ++k) {
        const double omega = std::pow(10000.0, -static_cast<double>(k) / static_cast<double>(pairs));
        frequencies.push_back({.high = static_cast<std::uint64_t>(std::ldexp(omega / (4 * M_PI), 64))});
    }
    return frequencies;
}

// Rows x 512 columns. "stream" goes past the caches.
void table(benchmark::State& state, bool interleaved, bool stream)
{
    constexpr std::int64_t kPairs = 256;
    const std::int64_t rows = state.range(0);
    const SinusoidColumns waves(frequenciesOf(kPairs), {2 * kPairs, interleaved ? 0 : kPairs});
    Matrix out(Shape{rows, 2 * kPairs});
    for (auto _ : state) {
        waves.write({.position = 1 << 20, .rows = rows, .columns = 2 * kPairs}, out.data(), 2 * kPairs, stream);
        benchmark::ClobberMemory();
    }
    const std::int64_t cells = rows * 2 * kPairs;
    state.SetBytesProcessed(state.iterations() * cells * 4);
    state.SetItemsProcessed(state.iterations() * cells);
}

// Terms of `columns` columns of blocks, `each` terms a column: sines, cosines and their sums in turn.
struct Terms
{
    Terms(std::int64_t columns, std::int64_t each)
        : frequencies(frequenciesOf(columns * each))
    {
        constexpr std::array<std::uint32_t, 3> kShifts{0, 1U << 30, 1U << 29};
        for (std::int64_t i = 0; i < columns * each; ++i)
            terms.push_back({i, kShifts[static_cast<std::size_t>(i % 3)], 1.0F / static_cast<float>(each)});
        for (std::int64_t j = 0; j <= columns; ++j)
            begin.push_back(j * each);
        first.resize(terms.size());
        second.resize(terms.size());
        makeAmplitudes(first, 2000);
        makeAmplitudes(second, 2001);
    }

    void makeAmplitudes(std::vector<float>& out, std::uint64_t size) const
    {
        sinusoidAmplitudes(frequencies.data(), terms.data(), static_cast<std::int64_t>(terms.size()), size, out.data());
    }

    std::vector<PairFrequency> frequencies;
    std::vector<SinusoidTerm> terms;
    std::vector<std::int64_t> begin;
    std::vector<float> first;
    std::vector<float> second;
};

void amplitudes(benchmark::State& state)
{
    Terms terms(state.range(0), 1);
    std::uint64_t size = 1;
    for (auto _ : state) {
        terms.makeAmplitudes(terms.first, ++size);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

// As many rows as one call takes, with jitters as a picture has them; items are terms of rows.
void means(benchmark::State& state)
{
    const std::int64_t columns = state.range(0);
    const Terms terms(columns, state.range(1));
    constexpr std::int64_t kRows = SinusoidMeanRows::kVectors * SinusoidMeanRows::kLanes;
    Matrix pixels(Shape{kRows, columns});
    SinusoidMeanRows rows;
    for (std::size_t l = 0; l < SinusoidMeanRows::kLanes; ++l)
        rows.lane[l] = 4001 * l;
    for (std::size_t v = 0; v < SinusoidMeanRows::kVectors; ++v) {
        SinusoidMeanRows::Vector& vector = rows.vectors.emplace_back();
        vector.origin = 1999 + 4001 * SinusoidMeanRows::kLanes * v;
        for (std::size_t l = 0; l < SinusoidMeanRows::kLanes; ++l) {
            vector.jitter[l] = static_cast<std::uint8_t>((v / 4 + l) % 3);
            vector.out[l] = pixels.data() + static_cast<std::int64_t>(v * SinusoidMeanRows::kLanes + l) * columns;
        }
    }
    for (auto _ : state) {
        sinusoidMeans({terms.frequencies.data(), terms.terms.data(), terms.first.data(), terms.second.data(),
                       terms.begin.data(), columns, 0},
                      rows);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * columns * state.range(1) * kRows);
}

BENCHMARK_CAPTURE(table, interleaved, true, false)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK_CAPTURE(table, interleavedPastTheCaches, true, true)->Arg(kInMemory);
BENCHMARK_CAPTURE(table, halves, false, false)->Arg(kInCache)->Arg(kInMemory);
BENCHMARK_CAPTURE(table, halvesPastTheCaches, false, true)->Arg(kInMemory);
BENCHMARK(amplitudes)->Arg(512);
BENCHMARK(means)->Args({512, 1})->Args({1200, 2})->Args({1200, 27});

} // namespace

BENCHMARK_MAIN();
