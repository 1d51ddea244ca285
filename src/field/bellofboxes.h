// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"

namespace phasor {

// Means weighted by a bell (MeansOfBlocks::bellMeans) from plain means alone. A bell-shaped weight is written as a sum
// of boxes, flat weights of different widths with the same center:
//
//               ___
//            __|   |__            the bell  ≈  wide box + narrower box + … + narrowest box,
//         __|         |__         and the mean over a box is a plain mean.
//     ___|               |___
//
// Up to 33 rows the sum is exact. A wider bell gets 8 boxes: of waves shorter than 0.8 n (BellRows) less than 0.03 is
// left. Cost: up to 16 plain means for each row of `out`.
void bellMeansOfBoxes(const MeansOfBlocks& field, const BellRows& rows, std::span<const Span> cols,
                      MatrixView<float> out);

} // namespace phasor
