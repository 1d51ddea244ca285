// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace phasor {

// x rounded to nearest, ties to even, to the values of a type. Overflow gives an infinity, NaN stays NaN.
float roundToBfloat16(float x);
float roundToFloat16(float x);

} // namespace phasor
