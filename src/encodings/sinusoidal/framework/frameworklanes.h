// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace phasor {

// For frameworkmath.cpp alone: its functions on eight floats at once, as a processor with AVX2 and FMA gets them. SLEEF
// reduces the arguments of a sine in one of two ways, which differ in the last bit now and then, and takes the longer
// one for all eight as soon as one of them is 125 or more. n is a multiple of 8. To be called only where
// hasFrameworkLanes().
bool hasFrameworkLanes();
void expLanes(const float* x, float* out, std::size_t n);
void sinLanes(const float* x, float* out, std::size_t n);
void cosLanes(const float* x, float* out, std::size_t n);
void logLanes(const float* x, float* out, std::size_t n);
void powLanes(float base, const float* exponent, float* out, std::size_t n);

} // namespace phasor
