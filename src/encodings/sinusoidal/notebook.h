// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/schemes.h"
#include "encodings/sinusoidal/settings.h"

namespace phasor {

// The lines of a script that make the sinusoidal table.
SchemeCode sinusoidalNotebook(NotebookLibrary library, const PositionSetup& setup);

// What the script says where NumPy computes waves in float32.
inline constexpr const char* kNumpyRounds
    = "# NumPy's float32 functions round some values to the other neighbor than PyTorch's, which Phasor shows.\n";

// Lines that make the array `whole` and the function sine() from `turns` (turns per position of each pair, Decimals
// modulo 1). sine(whole) and sine(whole + 0.25) are the sines and cosines [positions, pairs] in float64, exact in the
// last place or nearly so. `positions`: arguments of arange.
std::string exactSinesCode(std::string_view positions);

// A function rounded(x) that rounds float32 to `type` ("bfloat16", "float16") and back; NumPy has no bfloat16.
std::string roundingFunction(NotebookLibrary library, std::string_view type);

} // namespace phasor
