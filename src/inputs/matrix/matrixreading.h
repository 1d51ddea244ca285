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
    double low = 0; // of the finite values
    double high = 0;
};

// The same bits for any number of threads. No finite value: all 0. Undefined once cancelled.
MatrixStatistics statisticsOf(MatrixView<const float> values, const CancelToken& cancel = currentCancel());

// Numbers that were read from a matrix file, as float32, and what happened to them on the way.
struct ReadNumbers
{
    Matrix values;
    ConversionCount count;
};

// All of them, as a row-major matrix of the file's shape; on all workers. The bits do not depend on the workers.
// Errors: those of StoredMatrix (the one at the least byte), Cancelled. The caller has made sure of the memory.
Result<ReadNumbers> readAll(const StoredMatrix& stored, const ReadControl& control);

// Runs of numbers that stand together in the file, one a row; the runs are spread evenly from its first number to its
// last. 2^24 numbers, fewer where the file has not so many. Errors as above.
Result<ReadNumbers> readSample(const StoredMatrix& stored, const ReadControl& control);

} // namespace phasor
