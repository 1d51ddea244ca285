// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace phasor {

// `number` runs of `length` consecutive values: run k holds the values first + k * step … and goes to out + k * stride.
// Runs ascend (step >= length > 0), so that a generator that only goes forward serves them in one pass.
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

// The values 0, 1, 2 … of one draw, written for the runs that it is called with. Any thread; the same index always has
// the same bits.
using Sequence = std::function<void(const Runs& runs)>;

} // namespace phasor
