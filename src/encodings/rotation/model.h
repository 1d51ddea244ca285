// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/notebookcode.h"
#include "encodings/rotation/settings.h"
#include "encodings/schemes.h"

namespace phasor {

// Model of a rotation with checked settings; for xPos without the growth. Errors: those of the file of factor lists.
Result<PositionModel> makeRotation(const PositionSetup& setup, const RopeSettings& settings);

// The lines of a script that compute `pe`, the cosines and sines, and rotate queries and keys.
SchemeCode ropeNotebook(NotebookLibrary library, const PositionSetup& setup, const RopeSettings& settings);
// With the scale of queries and keys over scaleBase positions.
SchemeCode xposNotebook(NotebookLibrary library, const PositionSetup& setup);

} // namespace phasor
