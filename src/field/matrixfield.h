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
