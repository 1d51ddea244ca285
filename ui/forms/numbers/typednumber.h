// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/valuespec.h"

#include <QString>

namespace phasor {

// A number as people write it, in the one way that parseValue() reads: "0,5" is 0.5, "50 %" is 0.5 where the greatest
// value is 1, "1 000" and "1 000" with any kind of space are 1000, "1e3" is 1000 of an integer, "+3" is 3. What could
// be two numbers ("1,000") and what is none is left as it is, for parseValue() to refuse.
QString plainNumber(const ValueSpec& spec, const QString& typed);

} // namespace phasor
