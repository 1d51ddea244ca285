// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace phasor {

// For frameworkmath.cpp alone: its functions on eight floats at once, compiled for AVX2 and FMA. n is a multiple of 8.
// To be called only where hasFrameworkMathAvx2().
bool hasFrameworkMathAvx2();
void expAvx2(const float* x, float* out, std::size_t n);
void sinAvx2(const float* x, float* out, std::size_t n);
void cosAvx2(const float* x, float* out, std::size_t n);

} // namespace phasor
