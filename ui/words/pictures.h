// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/tables/picture.h"

#include <QString>

// What stands around a picture of a table.
namespace phasor::words {

// "position"; "token" where tokens name what is shown.
QString axisTitle(AxisKind kind, bool named = false);

// "1 px = 3.2 positions × 1 dimension, mean"; empty where every cell has a pixel or more.
QString pixelText(const Picture& picture);
QString shortPixelText(const Picture& picture); // for a short axis: "1 px = 23 × 1.8, smooth"

// Of the colour bar: "PE", "s·E + PE", "share kept".
QString valueLabel(const Picture& picture);

// "Positional encoding PE"
QString title(const Quantity& quantity);

} // namespace phasor::words
