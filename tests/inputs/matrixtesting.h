// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/matrix.h"
#include "inputs/filecache.h"
#include "inputs/matrix/matrixfile.h"

namespace phasor {

// All results of a matrix file, with a copy of its cells.
struct ReadCells : MatrixStatistics
{
    std::shared_ptr<const Matrix> values;
    std::vector<Warning> warnings;
};

inline Result<ReadCells> readMatrix(const std::string& path, const ReadControl& control = {})
{
    FileCache files;
    TRY(const auto file, MatrixFile::open(path, files));
    TRY(const auto matrix, file->read(control));
    Matrix cells(file->shape());
    matrix->values->fill(whole(file->shape()), cells.view());
    if (const auto fault = file->fault())
        return *fault;
    return ReadCells{matrix->statistics, std::make_shared<const Matrix>(std::move(cells)), matrix->warnings};
}

} // namespace phasor
