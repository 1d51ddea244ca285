// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/shape.h"
#include "inputs/inputfile.h"
#include "inputs/numberconversion.h"
#include "text/result.h"

#include <cstdint>

namespace phasor {

// What the header of a .npy file says of a matrix that the file really holds.
struct NpyHeader
{
    NumberFormat format;
    bool fortran = false; // columns are consecutive
    Shape shape; // at least 1 x 1, and all of its bytes are in the file
    std::int64_t shapeOffset = 0; // byte of the file where the shape is written
    std::int64_t dataOffset = 0;
    std::int64_t dataBytes = 0;
};

// Reads and checks the header (NumPy's format 1.0, 2.0 and 3.0) against the size of the file; allocates at most 1 MiB.
// Errors: Input, with the catalogue's code and the byte.
Result<NpyHeader> readNpyHeader(const InputFile& file);

} // namespace phasor
