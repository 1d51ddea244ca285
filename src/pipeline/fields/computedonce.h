// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"

namespace phasor {

// `field`, whose cells are computed at the first look, block of rows by block of rows, and lie in memory from then on;
// `field` itself if it has more than 2^22 cells or lies in memory anyway. For Fields that are read many times over, as
// keys are by the queries.
FieldPtr computedOnce(FieldPtr field);

} // namespace phasor
