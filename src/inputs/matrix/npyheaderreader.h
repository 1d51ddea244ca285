// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/matrix/storedmatrix.h"

namespace phasor {

// Allowed content of a .npy: one matrix; also several of one shape, [batch, rows, columns]; or token ids, [rows],
// [rows, 1] or [batch, rows], which become a column.
enum class NpyContent { Matrix, Tables, Ids };

// Layout of the matrix by the header, checked against the size of the file (NumPy's formats 1.0, 2.0, 3.0). Allocates
// at most 1 MiB. Errors: Input, with the catalog's code and the byte.
Result<MatrixLayout> readNpyHeader(const InputFile& file, NpyContent content = NpyContent::Matrix);

// Type and shape, whatever they are. Errors: as above, but for type and shape, which are not checked.
Result<Tensor> describeNpy(const InputFile& file);

bool looksLikeNpy(std::string_view head); // the file's first bytes

} // namespace phasor
