// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"

namespace phasor {

// Rows minus a common row: x[i, c] − mean[c]. As many means as columns. bounds(): ± the width of x's.
FieldPtr lessRow(const FieldPtr& x, std::vector<double> mean);

// Scalar products of any rows with the rows of one table, stored by columns in tiles of kTile rows, so that a tile in
// the cache is read many times. Float32, added in the order of the columns. Immutable; any thread.
class RowProducts
{
public:
    static constexpr std::int64_t kTile = 64;

    explicit RowProducts(MatrixView<const float> table);

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

// What KeptRows does to its rows. OfLengthOne: divides each by its norm; a row of zeros stays. WithClosedMeans:
// unchanged, with the table's means in closed form if the rows are too many for memory.
enum class RowsAre { Unchanged, WithClosedMeans, OfLengthOne };

// Rows of a table, kept in memory up to 2^24 cells. Immutable, any thread.
class KeptRows
{
public:
    explicit KeptRows(FieldPtr table, RowsAre rows = RowsAre::Unchanged);

    std::int64_t count() const { return m_table->shape().rows; }
    std::int64_t width() const { return m_table->shape().cols; }
    double largest() const { return m_table->bounds().reach(); } // of |value|, by the table's model
    bool areOfLengthOne() const { return m_are == RowsAre::OfLengthOne; }
    bool haveMeans() const;

    Matrix rows(Span span) const; // computed unless in memory
    Matrix means(std::span<const Span> runs) const; // mean row of each run; only if they have means

private:
    bool inMemory() const { return m_rows.rows() == count(); }
    void finish(Matrix& rows) const; // divides rows by their norms, for OfLengthOne

    FieldPtr m_table;
    RowsAre m_are;
    Matrix m_rows; // empty: too many
};
using KeptRowsPtr = std::shared_ptr<const KeptRows>;

// Cell (i, j) = factor · left row i · right row j, added in double; equal widths. bounds(): [−1, 1] for rows of norm
// one. The mean over a block of pairs is the product of two mean rows: pictures cost their pixels times the width, and
// are added in float32.
FieldPtr crossProducts(KeptRowsPtr left, KeptRowsPtr right, double factor);

enum class SimilarityMeasure {
    Dot, // Σ_c x[i, c] · x[j, c]
    Cosine, // dot product of rows scaled to length 1; 0 for a row of zeros
};

// Similarity of each two rows of `x`: [n, n] for x [n, w], cell (i, j) from rows i and j, summed in double like
// crossProducts. bounds(): [−1, 1] for cosines, else ± w times the square of x's largest bound. If the table is too
// long for memory, means() exists for Dot only, and if x has it.
FieldPtr similarityOfRows(FieldPtr x, SimilarityMeasure measure);

// Standard deviation of a_i · b_j over the pairs i ≠ j of rows of two tables of equal shape [n, w], without products
// that are not finite; NaN without such pairs. Products in float32, moments in double. Transformer-XL (Dai et al.
// 2019), eq. 4, splits the score into four such terms.
double spreadOfProducts(MatrixView<const float> a, MatrixView<const float> b);

} // namespace phasor
