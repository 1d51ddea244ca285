// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/config/configvalues.h"

namespace phasor {

// Error SCHEMA if positions enter the model in a way that Phasor does not have, so that every picture would be wrong.
Status refuseOtherPositions(ConfigValues& model);

// Warns of each member that changes what Phasor shows and is not shown. Needs scheme, sizes and heads.
void warnOfNotShown(ConfigValues& values);

} // namespace phasor
