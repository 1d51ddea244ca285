// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace phasor {

// SLEEF's functions on eight floats at once, as a processor with AVX2 and FMA computes them (only for
// frameworksinusoidal.cpp). SLEEF has two ways to reduce the argument of a sine; their last bits sometimes differ. It
// takes the longer one for all eight as soon as one of them is 125 or more. n is a multiple of 8.
struct FrameworkLanes
{
    using Function = void (*)(const float* x, float* out, std::size_t n);
    Function exp;
    Function sin;
    Function cos;
    Function log;
    void (*pow)(float base, const float* exponent, float* out, std::size_t n);
};
const FrameworkLanes* frameworkLanes(); // null: this processor has none

} // namespace phasor
