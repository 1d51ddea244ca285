// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "inputs/matrix/storedmatrix.h"

#include <memory>
#include <mutex>
#include <optional>

namespace phasor {

// A matrix in a file as a Field that reads what is asked for and keeps nothing. Cells that cannot be read are NaN, and
// fault() says why.
class StoredField final : public Field
{
public:
    StoredField(std::shared_ptr<const StoredMatrix> matrix, Interval bounds)
        : m_matrix(std::move(matrix))
        , m_bounds(bounds)
    {
    }

    Shape shape() const override { return m_matrix->layout().shape; }
    void fill(Rect rect, MatrixView<float> out) const override;
    Interval bounds() const override { return m_bounds; }

    std::optional<Error> fault() const; // the first one

private:
    std::shared_ptr<const StoredMatrix> m_matrix;
    Interval m_bounds;
    mutable std::mutex m_mutex;
    mutable std::optional<Error> m_fault;
};

} // namespace phasor
