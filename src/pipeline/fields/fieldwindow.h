// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"

namespace phasor {

// The cells of `window`, inside the shape of `field`; the field itself if that is all of them.
FieldPtr windowOf(FieldPtr field, Rect window);

// The first `rows` rows of `field`: pe[:n].
FieldPtr firstRows(FieldPtr field, std::int64_t rows);

} // namespace phasor
