// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/config/configvalues.h"

namespace phasor {

// Whether anything in the file, or its text_config, speaks of a rotation.
bool speaksOfRope(ConfigValues& model);

// Base, layout, rotary fraction and scaling, where the scheme is rope. `path`: the file, from which LongRoPE's lists
// are read. Errors: TYPE, RANGE, MISSING.
void readRope(ConfigValues& model, const std::string& path);

} // namespace phasor
