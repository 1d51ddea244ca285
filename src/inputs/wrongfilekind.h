// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/inputfile.h"

namespace phasor {

// Refuses what often stands where data was meant to be: a Git LFS pointer (LFS), a saved web page (HTML).
Status refuseWrongFileKind(const InputFile& file);

} // namespace phasor
