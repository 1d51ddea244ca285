// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/tables/picture.h"

#include <QString>

namespace phasor::words {

// Texts around a picture of a table.

// "position"; "token" if rows or columns are named by tokens.
QString axisTitle(AxisKind kind, bool named = false);

// "1 px = 3.2 positions × 1 dimension, mean"; empty if every cell has a pixel or more.
QString pixelText(const Picture& picture);
QString shortPixelText(const Picture& picture); // for a short axis: "1 px = 23 × 1.8, smooth"

// The color bar's label: "PE", "s·E + PE", "share kept".
QString valueLabel(const Picture& picture);

} // namespace phasor::words
