// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/matrixview.h"
#include "inputs/inputfile.h"
#include "inputs/matrix/numberconversion.h"
#include "text/result.h"

#include <cstdint>
#include <span>

namespace phasor {

// How the numbers of a matrix lie in its file: one after another from byte `offset` on, all of them in the file.
struct MatrixLayout
{
    Shape shape; // at least 1 x 1; of several tables: one below the other
    std::int64_t tables = 1; // of shape.rows / tables rows each
    NumberFormat format;
    bool fortran = false; // columns are consecutive, not rows
    std::int64_t offset = 0;

    std::int64_t numbers() const { return shape.rows * shape.cols; }
    std::int64_t end() const { return offset + numbers() * format.bytes; } // byte behind the last number
};

// The numbers of a matrix where they lie in its file, read and converted when they are asked for. Any thread.
// Errors of all reads: TRUNC (the file was cut since it was opened), READ (the disk fails), with the byte.
class StoredMatrix
{
public:
    StoredMatrix(InputFile file, const MatrixLayout& layout)
        : m_file(std::move(file))
        , m_layout(layout)
    {
    }

    const InputFile& file() const { return m_file; }
    const MatrixLayout& layout() const { return m_layout; }

    // out.size() numbers in the file's order, from the number `first` on.
    Result<ConversionCount> readRun(std::int64_t first, std::span<float> out) const;
    // The cells of `rect` (inside the shape), in row-major order whatever the file's is, into `out` (of rect's shape).
    Result<ConversionCount> read(Rect rect, MatrixView<float> out) const;

private:
    Result<ConversionCount> readRows(Rect rect, MatrixView<float> out) const;
    Result<ConversionCount> readColumns(Rect rect, MatrixView<float> out) const;

    InputFile m_file;
    MatrixLayout m_layout;
};

} // namespace phasor
