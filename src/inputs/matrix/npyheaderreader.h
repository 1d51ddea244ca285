// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/inputfile.h"
#include "inputs/matrix/storedmatrix.h"
#include "text/result.h"

namespace phasor {

// What a .npy may hold: one matrix; also several of one shape, [batch, rows, columns]; token ids, [rows], [rows, 1] or
// [batch, rows], which become a column.
enum class NpyContent { Matrix, Tables, Ids };

// What the header says of a matrix that the file really holds: reads and checks it (NumPy's format 1.0, 2.0 and 3.0)
// against the size of the file; allocates at most 1 MiB. Errors: Input, with the catalogue's code and the byte.
Result<MatrixLayout> readNpyHeader(const InputFile& file, NpyContent content = NpyContent::Matrix);

} // namespace phasor
