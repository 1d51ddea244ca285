// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace phasor {

// Values to colours: n >= 0 elements, pointers of any alignment, any thread; the same result on every instruction set.
//
// Index of value v in a table of 256 colours, for finite low <= high: 256 bins of equal width over [low, high], i.e.
// floor((v - low) / (high - low) * 256), computed in double about the middle of the range so that it is exact at both
// ends and in the middle. v <= low and -Inf: 0; v >= high and +Inf: 255; the middle: 128; low == high: 128 for all.
// Ranges from 5e-324 to 3.6e308 wide neither divide by zero nor overflow.

constexpr int kColours = 256;

// pixels[i] = table[index of values[i]], nanColour for NaN. Colours are 0xffRRGGBB; table holds kColours.
void colourRow(const float* values, std::int64_t n, double low, double high, const std::uint32_t* table,
               std::uint32_t nanColour, std::uint32_t* pixels);

} // namespace phasor
