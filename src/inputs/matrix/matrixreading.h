// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/matrix.h"
#include "inputs/inputfile.h"
#include "inputs/matrix/storedmatrix.h"
#include "system/cancelscope.h"

#include <cstdint>

namespace phasor {

struct MatrixStatistics
{
    std::int64_t nan = 0;
    std::int64_t inf = 0;
    double sigma = 0; // population standard deviation of the finite values
    double low = 0; // finite values only
    double high = 0;
    double size = 0; // their root mean square
};

// The same bits for any number of threads. No finite value: all 0. Undefined once canceled.
MatrixStatistics statisticsOf(MatrixView<const float> values, const CancelToken& cancel = currentCancel());

// Numbers from a matrix file, as float32, with counts of those changed by the conversion.
struct ReadNumbers
{
    Matrix values;
    ConversionCount count;
};

// Reads all numbers as a row-major matrix of the file's shape, on all workers; their number doesn't change the bits.
// Errors: those of StoredMatrix (the one at the lowest byte), Cancelled. The caller has checked the memory.
Result<ReadNumbers> readAll(const StoredMatrix& stored, const ReadControl& control);

// Reads a sample: runs of consecutive numbers, one per row, spread evenly over the file. 2^24 numbers, fewer if the
// file has fewer. Errors as above.
Result<ReadNumbers> readSample(const StoredMatrix& stored, const ReadControl& control);

} // namespace phasor
