// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/inputfile.h"
#include "inputs/storedmatrix.h"
#include "text/result.h"

namespace phasor {

// What the header says of a matrix that the file really holds: reads and checks it (NumPy's format 1.0, 2.0 and 3.0)
// against the size of the file; allocates at most 1 MiB. Errors: Input, with the catalogue's code and the byte.
Result<MatrixLayout> readNpyHeader(const InputFile& file);

} // namespace phasor
