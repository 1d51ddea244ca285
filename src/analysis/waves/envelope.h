// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/shape.h"

namespace phasor {

// Least and greatest value of sin(x) over [from, to], radians, from <= to.
Interval sineRange(double from, double to);

} // namespace phasor
