// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameterspec.h"

namespace phasor {

// Whether another value of the parameter could change a number of some stage of this set-up. Cautious: true where that
// is not sure.
bool changesAnything(const ParameterSpec& spec, const Parameters& parameters);

} // namespace phasor
