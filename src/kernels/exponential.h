// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace phasor {

// out[i] = e^(in[i] − shift) for n >= 0 elements with in[i] <= shift; `out` may be `in`; any alignment, any thread.
// Within 2 units in the last place, exactly 1 where they are equal, 0 below e^−87; NaN where one is NaN or both are
// infinite. No operation is fused: the same bits on every instruction set.
void exponentials(const float* in, float shift, float* out, std::int64_t n);

} // namespace phasor
