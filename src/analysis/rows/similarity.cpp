// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/rows/similarity.h"

#include "analysis/rows/rowmeans.h"
#include "analysis/rows/rowproducts.h"
#include "field/materialize.h"
#include "field/matrix.h"
#include "field/parallel.h"
#include "kernels/combine.h"
#include "kernels/reduce.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace phasor {

namespace {

constexpr std::int64_t kKeptCells = std::int64_t{1} << 24;

void normalise(float* row, std::int64_t n)
{
    const double length = std::sqrt(rowSumSquares(row, n));
    scale(row, length > 0 ? static_cast<float>(1 / length) : 0.0F, row, n);
}

class SimilarityOfRows final : public Field, private MeansOfBlocks
{
public:
    SimilarityOfRows(FieldPtr x, SimilarityMeasure measure)
        : m_x(std::move(x))
        , m_measure(measure)
    {
        const Shape shape = m_x->shape();
        if (shape.cols > 0 && shape.rows <= kKeptCells / shape.cols)
            keep();
    }

    Shape shape() const override { return {m_x->shape().rows, m_x->shape().rows}; }

    Interval bounds() const override
    {
        if (m_measure == SimilarityMeasure::Cosine)
            return {-1, 1};
        const double greatest = std::max(std::abs(m_x->bounds().low), std::abs(m_x->bounds().high));
        const double reach = static_cast<double>(width()) * greatest * greatest;
        return {-reach, reach};
    }

    void fill(Rect rect, MatrixView<float> out) const override
    {
        const Matrix left = rowsOf({rect.row, rect.row + rect.rows});
        multiplyRows(left.view(), rowsOf({rect.col, rect.col + rect.cols}).view(), 1, out);
    }

    const MeansOfBlocks* means() const override { return hasMeans() ? this : nullptr; }

private:
    std::int64_t width() const { return m_x->shape().cols; }
    bool kept() const { return m_rows.rows() == m_x->shape().rows; }
    bool hasMeans() const
    {
        const MeansOfBlocks* of = m_x->means();
        return kept() || (m_measure == SimilarityMeasure::Dot && of != nullptr && of->inClosedForm());
    }

    void keep()
    {
        materialize(*m_x, whole(m_x->shape()), m_rows);
        if (m_measure == SimilarityMeasure::Dot)
            return;
        parallelFor(0, m_rows.rows(), 64, [&](Span span) {
            for (std::int64_t r = span.begin; r < span.end; ++r)
                normalise(m_rows.view().row(r), width());
        });
    }

    Matrix rowsOf(Span rows) const
    {
        Matrix values(Shape{rows.size(), width()});
        if (kept()) {
            for (std::int64_t r = 0; r < rows.size(); ++r)
                std::copy_n(m_rows.view().row(rows.begin + r), width(), values.view().row(r));
            return values;
        }
        m_x->fill({rows.begin, 0, rows.size(), width()}, values.view());
        for (std::int64_t r = 0; r < rows.size() && m_measure == SimilarityMeasure::Cosine; ++r)
            normalise(values.view().row(r), width());
        return values;
    }

    bool inClosedForm() const override { return true; }

    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        multiplyRowsForPicture(meansOf(rows).view(), meansOf(cols).view(), 1, out);
    }

    // The mean row of each run.
    Matrix meansOf(std::span<const Span> runs) const
    {
        if (kept())
            return rowMeans(m_rows.view(), runs);
        std::vector<Span> columns;
        for (std::int64_t c = 0; c < width(); ++c)
            columns.push_back({c, c + 1});
        Matrix means(Shape{std::ssize(runs), width()});
        m_x->means()->blockMeans(runs, columns, means.view());
        return means;
    }

    FieldPtr m_x;
    SimilarityMeasure m_measure;
    Matrix m_rows; // all of them, of length 1 for cosines; empty: too many
};

} // namespace

FieldPtr similarityOfRows(FieldPtr x, SimilarityMeasure measure)
{
    return std::make_shared<SimilarityOfRows>(std::move(x), measure);
}

} // namespace phasor
