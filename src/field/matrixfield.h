// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"

#include <algorithm>

namespace phasor {

// The same value in each cell of `shape`.
FieldPtr constantField(Shape shape, float value, Interval bounds);

// Whether a table of this shape bypasses the caches when written: it is larger than the last-level cache.
bool streamsPastCaches(Shape shape);

// Computes all tiles of `window` in parallel into `out`, which keeps its memory if it is large enough. Tables larger
// than the last-level cache bypass the caches.
void materialize(const Field& field, Rect window, Matrix& out);
inline Matrix materialized(const Field& field, Rect window)
{
    Matrix cells;
    materialize(field, window, cells);
    return cells;
}

// A Field's values tile by tile: in place if they are in memory, else computed into memory that the tiles share. For
// one thread; the Field must outlive it.
class TileOperand
{
public:
    explicit TileOperand(const Field& field)
        : m_field(field)
    {
    }

    // Valid until the next call.
    MatrixView<const float> values(Rect rect)
    {
        if (const MatrixView<const float> there = m_field.cells(rect); there.data() != nullptr)
            return there;
        // Rows a power of two apart would compete for the same lines of the first-level cache.
        constexpr std::int64_t kGap = 16;
        m_scratch.resize({rect.rows, rect.cols + kGap});
        const MatrixView<float> values = m_scratch.view().window({0, 0, rect.rows, rect.cols});
        m_field.fill(rect, values);
        return values;
    }

private:
    const Field& m_field;
    Matrix m_scratch;
};

// A matrix in memory as a Field.
class MatrixField final : public Field
{
public:
    MatrixField(std::shared_ptr<const Matrix> matrix, Interval bounds)
        : m_matrix(std::move(matrix))
        , m_bounds(bounds)
    {
    }

    Shape shape() const override { return m_matrix->shape(); }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        for (std::int64_t r = 0; r < rect.rows; ++r)
            std::copy_n(m_matrix->view().row(rect.row + r) + rect.col, rect.cols, out.row(r));
    }
    Interval bounds() const override { return m_bounds; }
    bool inMemory() const override { return true; }
    MatrixView<const float> cells(Rect rect) const override { return m_matrix->view().window(rect); }

private:
    std::shared_ptr<const Matrix> m_matrix;
    Interval m_bounds;
};

} // namespace phasor
