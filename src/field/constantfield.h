// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"

namespace phasor {

// The same value in each cell of `shape`.
FieldPtr constantField(Shape shape, float value, Interval bounds);

} // namespace phasor
