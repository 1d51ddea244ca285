// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/schemes.h"
#include "pipeline/parameters/parameters.h"

namespace phasor {

// What the scheme of these parameters needs to know. The generator is the standard one where the scheme draws nothing,
// so that equal models have equal setups.
PositionSetup positionSetupOf(const Parameters& parameters);

} // namespace phasor
