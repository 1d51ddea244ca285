// SPDX-License-Identifier: GPL-3.0-or-later
// What random tables cost on all workers: masks of 10^8 elements drawn into one Matrix (items are elements), normal
// tables, and rows far behind the beginning of a large embedding, which sequential generators have to skip to.
#include "field/matrixfield.h"
#include "field/parallel.h"
#include "kernels/combine.h"
#include "random/generator.h"

#include <benchmark/benchmark.h>

#include <cstdio>

using namespace phasor;

namespace {

std::shared_ptr<const Generator> generatorOf(const char* id)
{
    return makeGenerator(id, Seed{.bits = 42}).value();
}

void mask(benchmark::State& state, const char* id)
{
    const Shape shape{100'000, 1000};
    Matrix out(shape);
    for (auto _ : state) {
        materialize(*generatorOf(id)->keepMask(shape, 0.1)->values, whole(shape), out);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * shape.rows * shape.cols);
}

// nn.Embedding and the mask behind it, as a slider of the window asks for them.
void embeddingAndMask(benchmark::State& state, const char* id)
{
    const Shape shape{5000, 512};
    Matrix out(shape);
    for (auto _ : state) {
        const Drawn weights = generatorOf(id)->normal(shape, 0, 1).value();
        materialize(*weights.values, whole(shape), out);
        materialize(*weights.after->keepMask(shape, 0.1)->values, whole(shape), out);
    }
    state.SetItemsProcessed(state.iterations() * shape.rows * shape.cols);
}

void lastRows(benchmark::State& state, const char* id)
{
    const Shape shape{10'000'000, 512};
    Matrix out(Shape{10, shape.cols});
    for (auto _ : state)
        materialize(*generatorOf(id)->normal(shape, 0, 1)->values, {shape.rows - 10, 0, 10, shape.cols}, out);
}

} // namespace

int main(int argc, char** argv)
{
    using benchmark::RegisterBenchmark;
    for (const GeneratorInfo& info : generators()) {
        const std::string id(info.id);
        RegisterBenchmark(("mask/" + id).c_str(), mask, info.id.data())->UseRealTime()->Unit(benchmark::kMillisecond);
    }
    for (const char* id : {"torch", "torch-mkl", "philox"}) {
        const std::string name = id;
        RegisterBenchmark(("embedding_and_mask/" + name).c_str(), embeddingAndMask, id)
            ->UseRealTime()
            ->Unit(benchmark::kMillisecond);
        RegisterBenchmark(("last_rows_of_10M/" + name).c_str(), lastRows, id)
            ->UseRealTime()
            ->Unit(benchmark::kMillisecond);
    }
    benchmark::Initialize(&argc, argv);
    std::printf("%d threads, %s\n", workerCount(), kernelTarget());
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
