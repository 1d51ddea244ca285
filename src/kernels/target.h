// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace phasor {

// Name of the instruction set that the kernels run on, chosen at run time: "AVX3" (AVX-512), "AVX2", "SSE4",
// "SCALAR" …
const char* kernelTarget();

} // namespace phasor
