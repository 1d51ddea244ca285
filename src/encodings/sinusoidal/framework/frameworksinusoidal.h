// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/sinusoidal/wavetable.h"

namespace phasor {

// SLEEF's 1-ulp functions, with the bits of PyTorch without MKL on a processor with AVX2 and FMA. On aarch64 too,
// although PyTorch itself uses vectors of four floats there, and the last bit sometimes differs. An x86 processor
// without AVX2 and FMA gets SLEEF's variants without FMA, whose last bit sometimes differs (as in PyTorch). `out` may
// be `x`.
void frameworkExp(const float* x, float* out, std::size_t n);
void frameworkLog(const float* x, float* out, std::size_t n);

// base ** exponent like PyTorch for a contiguous tensor: two vectors at a time by SLEEF, the remaining elements by the
// C library. `out` may be `exponent`.
void frameworkPow(float base, const float* exponent, float* out, std::size_t n);

// How a framework computes a table of waves: frequencies and cells have a type; if `stepwise`, positions and angles are
// rounded to it, too.
struct FrameworkSteps
{
    std::vector<float> frequencies; // of each pair
    NarrowType type;
    bool stepwise = true;
};

// A table of waves as PyTorch 1.13 without MKL computes it on one thread of a CPU, bit for bit, float32 or with each
// result rounded to a narrow type. The position is first + row as an integer, converted to the type:
//
//     angles = position[:, None] * frequencies
//     sin(angles) * amplitude, cos(angles) * amplitude
//
// PyTorch's sine takes one of three ways for eight floats together, by the largest. So the last bit of an element
// depends on its neighbors in memory, and vectors are cut exactly as PyTorch cuts its contiguous product.
PositionTablePtr frameworkTable(WaveLaw law, FrameworkSteps steps);

} // namespace phasor
