// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/sinusoidal/sinusoidaltable.h"

#include <memory>

namespace phasor {

// The sinusoidal table as PyTorch 1.13 without MKL computes it in a type T on one thread of a CPU, bit for bit:
//
//     position = arange(first, first + max_len).to(T)
//     div_term = exp(arange(0, d, 2).to(T) * (-log(base) / d))       interleaved and halves
//     div_term = exp(arange(h).to(T) * -(log(base) / max(h - 1, 1)))  tensor2tensor
//     sin(position[:, None] * div_term), cos(position[:, None] * div_term)
//
// Positions and exponents are integers, converted to T, as in the PyTorch tutorial's module. (An arange(dtype=T) of
// reduced precision rounds the first of each vector and adds to it: other positions, which depend on the processor.)
// bfloat16, float16: every intermediate, the scalar too, is rounded to the type; a function is computed in float32 and
// rounded (CPUs of that version have no float16 functions). float16 ends at 65504: further positions are infinite and
// their cells NaN, as they are there.
// halves is the column permutation of interleaved; frameworks differ in how they compute its frequencies.
std::shared_ptr<const SinusoidalTable> frameworkSinusoidal(Shape shape, const SinusoidalSettings& settings);

} // namespace phasor
