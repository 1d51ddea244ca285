// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "field/matrix.h"

#include <memory>
#include <span>

namespace phasor {

// The rows of a table, in memory where they are few enough (2^24 cells). Immutable, any thread.
class KeptRows
{
public:
    explicit KeptRows(FieldPtr table);

    std::int64_t count() const { return m_table->shape().rows; }
    std::int64_t width() const { return m_table->shape().cols; }
    double greatest() const; // |value| that the model allows
    bool inMemory() const { return m_rows.rows() == count(); }

    Matrix rows(Span span) const; // computed where they are not in memory
    Matrix means(std::span<const Span> runs) const; // the mean row of each run; of rows in memory

private:
    FieldPtr m_table;
    Matrix m_rows; // empty: too many
};
using KeptRowsPtr = std::shared_ptr<const KeptRows>;

KeptRowsPtr keptRows(FieldPtr table);

// Cell (i, j) = factor · left row i · right row j, added in double; of equal widths. Means of blocks are products of
// mean rows, added in float32, so that pictures of tables in memory cost their pixels times the width.
FieldPtr crossProducts(KeptRowsPtr left, KeptRowsPtr right, double factor);

} // namespace phasor
