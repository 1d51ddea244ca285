// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/config/configvalues.h"

namespace phasor {

// Whether anything in the file, or its text_config, describes a rotation.
bool speaksOfRope(ConfigValues& model);

// Reads base, layout, rotary fraction and scaling, if the scheme is rope. `path`: the file, for LongRoPE's lists.
// Errors: TYPE, RANGE, MISSING.
void readRope(ConfigValues& model, const std::string& path);

} // namespace phasor
