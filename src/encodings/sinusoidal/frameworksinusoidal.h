// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/sinusoidal/sinusoidaltable.h"

#include <span>

namespace phasor {

// The sinusoidal table as PyTorch 1.13 without MKL computes it in a type T on one thread of a CPU, bit for bit:
//
//     position = arange(first, first + max_len, dtype=T)
//     div_term = exp(arange(0, d, 2, dtype=T) * (-log(base) / d))       interleaved and halves
//     div_term = exp(arange(h, dtype=T) * -(log(base) / max(h - 1, 1)))  tensor2tensor
//     sin(position[:, None] * div_term), cos(position[:, None] * div_term)
//
// float32: the PyTorch tutorial's module (the arange of its div_term is an integer one there, which gives the same).
// bfloat16, float16: every intermediate, the scalar too, is rounded to the type; a function is computed in float32 and
// rounded (CPUs of that version have no float16 functions). float16 ends at 65504: further positions are infinite and
// their cells NaN, as they are there.
// halves is the column permutation of interleaved; frameworks differ in how they compute its frequencies.
class FrameworkSinusoidal : public SinusoidalTable
{
public:
    FrameworkSinusoidal(Shape shape, const SinusoidalSettings& settings);

    void fill(Rect rect, MatrixView<float> out) const override;

private:
    using Round = float (*)(float); // null: float32, nothing to round

    void round(float* values, std::size_t n) const;
    float arange(std::int64_t first, std::int64_t step, std::int64_t index, std::int64_t count) const;
    void angles(std::int64_t element, std::span<float> out) const;

    Round m_round = nullptr;
    std::vector<float> m_divTerm;
};

} // namespace phasor
