// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/rows/crossproducts.h"

#include "analysis/rows/rowmeans.h"
#include "analysis/rows/rowproducts.h"
#include "field/materialize.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace phasor {

namespace {

constexpr std::int64_t kMostCellsKept = std::int64_t{1} << 24;

class CrossProducts final : public Field, private MeansOfBlocks
{
public:
    CrossProducts(KeptRowsPtr left, KeptRowsPtr right, double factor)
        : m_left(std::move(left))
        , m_right(std::move(right))
        , m_factor(factor)
    {
    }

    Shape shape() const override { return {m_left->count(), m_right->count()}; }
    Interval bounds() const override
    {
        const double reach
            = std::abs(m_factor) * static_cast<double>(m_left->width()) * m_left->greatest() * m_right->greatest();
        return {-reach, reach};
    }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        const Matrix left = m_left->rows({rect.row, rect.row + rect.rows});
        multiplyRows(left.view(), m_right->rows({rect.col, rect.col + rect.cols}).view(), m_factor, out);
    }
    const MeansOfBlocks* means() const override { return m_left->inMemory() && m_right->inMemory() ? this : nullptr; }

private:
    bool inClosedForm() const override { return true; }
    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        multiplyRowsForPicture(m_left->means(rows).view(), m_right->means(cols).view(), m_factor, out);
    }

    KeptRowsPtr m_left;
    KeptRowsPtr m_right;
    double m_factor;
};

} // namespace

KeptRows::KeptRows(FieldPtr table)
    : m_table(std::move(table))
{
    const Shape shape = m_table->shape();
    if (shape.cols > 0 && shape.rows <= kMostCellsKept / shape.cols)
        materialize(*m_table, whole(shape), m_rows);
}

double KeptRows::greatest() const
{
    const Interval bounds = m_table->bounds();
    return std::max(std::abs(bounds.low), std::abs(bounds.high));
}

Matrix KeptRows::rows(Span span) const
{
    Matrix values(Shape{span.size(), width()});
    if (!inMemory()) {
        m_table->fill({span.begin, 0, span.size(), width()}, values.view());
        return values;
    }
    std::copy_n(m_rows.view().row(span.begin), span.size() * width(), values.data());
    return values;
}

Matrix KeptRows::means(std::span<const Span> runs) const
{
    return rowMeans(m_rows.view(), runs);
}

KeptRowsPtr keptRows(FieldPtr table)
{
    return std::make_shared<const KeptRows>(std::move(table));
}

FieldPtr crossProducts(KeptRowsPtr left, KeptRowsPtr right, double factor)
{
    return std::make_shared<CrossProducts>(std::move(left), std::move(right), factor);
}

} // namespace phasor
