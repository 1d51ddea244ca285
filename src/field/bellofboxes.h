// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"

namespace phasor {

// Low-pass filter over rows, made of plain block means only, for a Field that has no formula for it. The filter is a
// bell, a B-spline window (BellRows in field.h). It is a sum of boxes: constant windows with the same center.
//
//               ___
//            __|   |__            the bell  ≈  wide box + narrower box + … + narrowest box,
//         __|         |__         and the mean over a box is a plain mean.
//     ___|               |___
//
// Bells of up to 33 rows are exact. A wider bell gets 8 boxes; it leaves less than 0.03 of waves shorter than 0.8 n
// (n: BellRows). Cost: up to 17 plain means for each row of `out`.
void bellMeansOfBoxes(const MeansOfBlocks& field, const BellRows& rows, std::span<const Span> cols,
                      MatrixView<float> out);

} // namespace phasor
