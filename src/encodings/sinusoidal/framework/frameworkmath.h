// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace phasor {

// SLEEF's 1-ulp functions, with the bits that PyTorch without MKL gets on a processor with AVX2 and FMA; on aarch64 too
// (where PyTorch itself, which works on four floats at once there, differs in the last bit now and then). An x86
// processor that has neither gets SLEEF's variants without FMA, which differ in the last bit now and then (for PyTorch
// too). `out` may be `x`. Infinite and NaN arguments of the sine give NaN.
void frameworkExp(const float* x, float* out, std::size_t n);
void frameworkSin(const float* x, float* out, std::size_t n);
void frameworkCos(const float* x, float* out, std::size_t n);
void frameworkLog(const float* x, float* out, std::size_t n);

// base ** exponent, as PyTorch computes it of a contiguous tensor: two vectors at a time by SLEEF, what is left by the
// C library. `out` may be `exponent`.
void frameworkPow(float base, const float* exponent, float* out, std::size_t n);

} // namespace phasor
