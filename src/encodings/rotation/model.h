// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/rotation/settings.h"
#include "encodings/schemes.h"

namespace phasor {

// The model of a rotation with settings that were checked; of xPos but for the growth. Errors: those of the file of
// factor lists.
Result<PositionModel> makeRotation(const PositionSetup& setup, const RopeSettings& settings);

} // namespace phasor
