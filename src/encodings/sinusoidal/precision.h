// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string_view>

namespace phasor {

// The words of `--precision`; the first is the exact table, the next name the type that a framework computes in, the
// last are the exact table rounded at the end.
inline constexpr std::array<std::string_view, 6> kPrecisions{"exact",   "float32",          "bfloat16",
                                                             "float16", "bfloat16-rounded", "float16-rounded"};

// x rounded to nearest, ties to even, to the values of a type. Overflow gives an infinity, NaN stays NaN.
float roundToBfloat16(float x);
float roundToFloat16(float x);

} // namespace phasor
