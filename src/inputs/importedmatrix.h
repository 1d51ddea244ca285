// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/matrix.h"
#include "inputs/readcontrol.h"
#include "inputs/warning.h"
#include "text/result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace phasor {

// A matrix that was read from a file, with what is worth to know of it. Immutable once made.
struct ImportedMatrix
{
    std::shared_ptr<const Matrix> values; // at least one row and one column
    std::vector<Warning> warnings;
    std::int64_t nan = 0; // cells of `values` that are NaN
    std::int64_t inf = 0; // cells of `values` that are infinite
    double sigma = 0; // per-element population standard deviation over the finite cells; 0 if there are none
    double low = 0; // least and greatest finite cell; 0 if there are none
    double high = 0;
};

// Reads the file at `path` (raw bytes, a regular file) by its content, not by its name: .npy.
// Values become float32; a warning counts those that had to be rounded (ROUND), left the range of float32 (RANGE),
// or are not finite (NONFINITE). Errors: Input with the catalogue's code and the byte, Resource before any memory
// is taken; Cancelled within 100 ms of control.cancel. Any thread; reads on all workers.
Result<ImportedMatrix> readMatrix(const std::string& path, const ReadControl& control = {});

} // namespace phasor
