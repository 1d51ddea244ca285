// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/capabilities.h"

namespace phasor {

// MeansOfBlocks::bellMeans of a field that knows only plain means: a bell is a heap of boxes about one middle, the
// widest at the bottom. Up to 33 rows the heap is the bell itself; of wider bells 8 boxes are laid, which leave less
// than .03 of any wave shorter than .8 boxes, as the bell does. At the cost of up to 16 plain means each.
void bellMeansOfBoxes(const MeansOfBlocks& field, const BellRows& rows, std::span<const Span> cols,
                      MatrixView<float> out);

} // namespace phasor
