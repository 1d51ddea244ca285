// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/config/configvalues.h"

namespace phasor {

// What of a config.json says how positions are rotated.
struct RopeConfig
{
    ConfigValues& model; // the whole file, or its text_config
    const std::string& path; // of the file: LongRoPE's lists are read from it
    ModelConfig& into; // whose scheme is rope
};

// Whether anything in the file speaks of a rotation.
bool speaksOfRope(ConfigValues& model);

// Base, layout, rotary fraction and scaling. `headWidth`: columns of a head, of which some may be rotated. Errors:
// TYPE, RANGE, MISSING.
Status readRope(const RopeConfig& config, std::int64_t headWidth);

} // namespace phasor
