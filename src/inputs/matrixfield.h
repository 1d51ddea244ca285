// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "field/matrix.h"

#include <memory>

namespace phasor {

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
    void fill(Rect rect, MatrixView<float> out) const override;
    MatrixView<const float> inMemory(Rect rect) const override { return m_matrix->view().window(rect); }
    Interval bounds() const override { return m_bounds; }

private:
    std::shared_ptr<const Matrix> m_matrix;
    Interval m_bounds;
};

} // namespace phasor
