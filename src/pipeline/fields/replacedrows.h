// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"

#include <functional>

namespace phasor {

// `field`, but every cell `value` in the rows for which `chosen` is true. `chosen` is asked on any thread.
FieldPtr withRowsReplaced(FieldPtr field, std::function<bool(std::int64_t row)> chosen, float value);

} // namespace phasor
