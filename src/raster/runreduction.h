// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "raster/rasterize.h"

#include <span>

namespace phasor {

// The value farther from 0; one that is NaN counts only if both are.
float farther(float a, float b);

// out(i, j) = mean or envelope over the cells rows[i] x cols[j]; spans ascend, none is empty. Any thread.
void reduceRuns(const Field& field, std::span<const Span> rows, std::span<const Span> cols, Reduction reduction,
                MatrixView<float> out);

} // namespace phasor
