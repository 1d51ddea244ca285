// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/rotation/settings.h"
#include "encodings/schemes.h"

namespace phasor {

// Model of a rotation with checked settings; for xPos without the growth. Errors: those of the file of factor lists.
Result<PositionModel> makeRotation(const PositionSetup& setup, const RopeSettings& settings);

} // namespace phasor
