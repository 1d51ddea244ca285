// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"

namespace phasor {

// Block means: out(i, j) = mean over the cells rows[i] x cols[j], inside the field's shape. Uses the field's means() if
// it has them, else visitedMeans(). Spans may overlap, repeat and be in any order; none is empty. Any thread.
void blockMeans(const Field& field, std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out);

// Block means cell by cell, summed in double on this thread. A block's bits don't depend on the other blocks.
void visitedMeans(const Field& field, std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out);

// Whether the time of blockMeans depends only on the number of blocks, not on their cells.
bool hasMeansInClosedForm(const Field& field);

} // namespace phasor
