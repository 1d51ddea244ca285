// SPDX-License-Identifier: GPL-3.0-or-later
// Speed of the sinusoidal tables and of their block means, beside the stream-store limit of the machine in the same
// run.
#include "encodings/schemes.h"
#include "encodings/sinusoidal/settings.h"
#include "field/matrixfield.h"
#include "field/parallel.h"
#include "kernels/combine.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace {

using namespace phasor;

constexpr std::int64_t kMaxLen = 2147483647;

std::shared_ptr<const PositionTable> encodingOf(std::int64_t width, std::int64_t maxLen,
                                                const SinusoidalSettings& settings)
{
    return findScheme("sinusoidal")->make({.maxLen = maxLen, .width = width, .own = settings}).value().table;
}

std::shared_ptr<const PositionTable> encodingOf(std::int64_t width, std::int64_t maxLen, SinusoidalLayout layout)
{
    return encodingOf(width, maxLen, SinusoidalSettings{.layout = layout});
}

std::vector<Span> evenly(std::int64_t end, std::int64_t count)
{
    std::vector<Span> spans;
    for (std::int64_t i = 0; i < count; ++i)
        spans.push_back({end * i / count, end * (i + 1) / count});
    return spans;
}

// The most that any kernel can write: floats of no content, past the caches or through them, on all workers.
template <void (*store)(float*, std::int64_t, float)> void limit(benchmark::State& state)
{
    const std::int64_t cells = state.range(0) * state.range(1);
    Matrix matrix({state.range(0), state.range(1)});
    for (auto _ : state) {
        parallelFor(0, cells, 1 << 18, [&](Span span) { store(matrix.data() + span.begin, span.size(), 1.25F); });
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(state.iterations() * cells * 4);
}

void table(benchmark::State& state, SinusoidalLayout layout)
{
    const auto encoding = encodingOf(state.range(1), state.range(0), layout);
    Matrix matrix(encoding->shape());
    materialize(*encoding, whole(encoding->shape()), matrix); // its pages are there from now on
    for (auto _ : state) {
        materialize(*encoding, whole(encoding->shape()), matrix);
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(state.iterations() * matrix.rows() * matrix.cols() * 4);
}

// The cosines and sines of a head of 128 columns.
void rotation(benchmark::State& state, const char* layout)
{
    PositionSetup setup{.maxLen = 131072, .headWidth = 128};
    for (const SchemeParameter& parameter : findScheme("rope")->own) {
        if (parameter.id == "layout")
            parameter.set(setup.own, std::string(layout));
    }
    const auto encoding = findScheme("rope")->make(setup).value().turns()->table;
    Matrix matrix(encoding->shape());
    materialize(*encoding, whole(encoding->shape()), matrix);
    for (auto _ : state)
        materialize(*encoding, whole(encoding->shape()), matrix);
    state.SetBytesProcessed(state.iterations() * matrix.rows() * matrix.cols() * 4);
}

// As a framework computes it in a type, 5000 x 512.
void frameworkTable(benchmark::State& state, Precision precision)
{
    const auto encoding = encodingOf(512, 5000, SinusoidalSettings{.precision = precision});
    Matrix matrix(encoding->shape());
    for (auto _ : state)
        materialize(*encoding, whole(encoding->shape()), matrix);
    state.SetBytesProcessed(state.iterations() * matrix.rows() * matrix.cols() * 4);
}

// 900 x 1200 pixels (or as many columns as there are) of a table of 2^31 - 1 positions.
void means(benchmark::State& state, SinusoidalLayout layout)
{
    const auto encoding = encodingOf(state.range(0), kMaxLen, layout);
    const auto rows = evenly(kMaxLen, 900);
    const auto cols = evenly(state.range(0), std::min<std::int64_t>(state.range(0), 1200));
    Matrix pixels({900, static_cast<std::int64_t>(cols.size())});
    for (auto _ : state)
        encoding->means()->blockMeans(rows, cols, pixels.view());
    state.SetItemsProcessed(state.iterations() * 900 * state.range(0));
}

void make(benchmark::State& state)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(encodingOf(state.range(0), 5000, SinusoidalLayout::Interleaved));
}

} // namespace

int main(int argc, char** argv)
{
    using benchmark::RegisterBenchmark;
    for (const EnumChoice<SinusoidalLayout>& choice : choicesOf(SinusoidalLayout{})) {
        const SinusoidalLayout layout = choice.value;
        const std::string name(choice.words.id);
        RegisterBenchmark(("table/" + name).c_str(), table, layout)
            ->Args({5000, 512})
            ->Args({32768, 2048})
            ->Args({2048, 65536})
            ->Args({32768, 1001})
            ->UseRealTime();
        RegisterBenchmark(("means/" + name).c_str(), means, layout)->Arg(512)->Arg(65536)->UseRealTime();
    }
    for (const char* layout : {"interleaved", "halves"})
        RegisterBenchmark(("rope/" + std::string(layout)).c_str(), rotation, layout)->UseRealTime();
    RegisterBenchmark("stream_store_limit", limit<streamStore>)->Args({32768, 2048})->UseRealTime();
    RegisterBenchmark("plain_store_limit", limit<plainStore>)->Args({5000, 512})->UseRealTime();
    for (const EnumChoice<Precision>& choice : choicesOf(Precision{})) {
        if (choice.value != Precision::Exact)
            RegisterBenchmark(("table/" + std::string(choice.words.id)).c_str(), frameworkTable, choice.value)
                ->UseRealTime();
    }
    RegisterBenchmark("make", make)->Arg(512)->Arg(65536);
    benchmark::Initialize(&argc, argv);
    std::printf("%d threads, %s\n", workerCount(), kernelTarget());
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
