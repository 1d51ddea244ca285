// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/matrix.h"

#include <span>

namespace phasor {

// The mean row of each run of `rows`, added in double: [runs, columns]. No run is empty. Parallel; any thread.
Matrix rowMeans(MatrixView<const float> rows, std::span<const Span> runs);

} // namespace phasor
