// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "field/matrix.h"

#include <span>
#include <vector>

namespace phasor {

// Rows minus a common row: x[i, c] − mean[c]. As many means as columns. bounds(): ± the width of x's.
FieldPtr lessRow(FieldPtr x, std::vector<double> mean);

// The mean row of each run of `rows`, added in double: [runs, columns]. No run is empty. Parallel; any thread.
Matrix rowMeans(MatrixView<const float> rows, std::span<const Span> runs);

// Scalar products of any rows with the rows of one table, stored by columns in tiles of kTile rows, so that a tile in
// the cache is read many times. Float32, added in the order of the columns. Immutable; any thread.
class RowProducts
{
public:
    static constexpr std::int64_t kTile = 64;

    explicit RowProducts(MatrixView<const float> table);

    std::int64_t rows() const { return m_rows; }
    std::int64_t width() const { return m_width; }
    std::int64_t tiles() const { return (m_rows + kTile - 1) / kTile; }

    // out(i, j) = left row i · row (kTile * tile + j) of the table, j < kTile; 0 after the last row. `out` is
    // [left.rows(), kTile] without gaps.
    void products(MatrixView<const float> left, std::int64_t tile, float* out) const;
    // out(i, j) += the part of that product from these columns.
    void addProducts(MatrixView<const float> left, Span columns, std::int64_t tile, float* out) const;

private:
    std::int64_t m_rows;
    std::int64_t m_width;
    std::vector<float> m_tiles; // [tiles][width][kTile]
};

// out(i, j) = factor times left row i · right row j, added in double. Parallel.
void multiplyRows(MatrixView<const float> left, MatrixView<const float> right, double factor, MatrixView<float> out);

// Same as RowProducts, but in float32: for pictures, where sums in double would take four times as long.
void multiplyRowsForPicture(MatrixView<const float> left, MatrixView<const float> right, double factor,
                            MatrixView<float> out);

} // namespace phasor
