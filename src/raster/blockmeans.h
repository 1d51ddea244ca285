// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"

#include <span>

namespace phasor {

// out(i, j) = mean over the cells rows[i] x cols[j], inside the field's shape: by the field's own means() if it has
// such, else by a visit to each cell, added in double on this thread. Spans may overlap, repeat and be in any order;
// none is empty. A block that is visited has the same bits whatever other blocks are asked for with it. Any thread.
void blockMeans(const Field& field, std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out);

// The same by a visit to each cell, whatever the field knows.
void visitedMeans(const Field& field, std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out);

// Whether the time of blockMeans depends on the number of blocks only, however many cells they have.
bool hasMeansInClosedForm(const Field& field);

} // namespace phasor
