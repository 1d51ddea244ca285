// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/schemes.h"
#include "pipeline/parameters/parameters.h"

namespace phasor {

// What the scheme of these parameters needs to know. The generator is the standard one where the scheme draws nothing,
// so that equal models have equal setups.
PositionSetup positionSetupOf(const Parameters& parameters);

// Usage RANGE for --heads: so many columns cannot be shared among so many heads.
Error unevenHeads(std::int64_t width, std::int64_t heads);

} // namespace phasor
