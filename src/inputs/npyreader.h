// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/matrix.h"
#include "inputs/inputfile.h"
#include "inputs/readcontrol.h"
#include "inputs/warning.h"
#include "text/result.h"

#include <memory>
#include <vector>

namespace phasor {

struct NpyMatrix
{
    std::shared_ptr<const Matrix> values; // row-major, whatever the order in the file
    std::vector<Warning> warnings; // TRAILING, ROUND, RANGE
};

// Reads all of a .npy file into float32. Errors: Input with the catalogue's code and the byte; Resource (MEMORY) before
// the matrix is allocated; Cancelled.
Result<NpyMatrix> readNpy(const InputFile& file, const ReadControl& control = {});

} // namespace phasor
