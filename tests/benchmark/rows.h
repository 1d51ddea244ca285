// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of floats for micro-benchmarks, in cache (a 64 x 512 tile) or in memory (64 MiB an operand). Bytes: what the
// kernel reads and writes, without read for ownership.
#pragma once

#include "field/matrix.h"

#include <benchmark/benchmark.h>

namespace phasor::bench {

inline constexpr std::int64_t kInCache = 64 * 512;
inline constexpr std::int64_t kInMemory = 16 << 20;

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

} // namespace phasor::bench
