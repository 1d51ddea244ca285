// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/scoreterms.h"

#include "analysis/rows/rowproducts.h"
#include "field/matrixfield.h"
#include "field/parallel.h"
#include "kernels/combine.h"
#include "kernels/reduce.h"

#include <algorithm>
#include <cmath>
#include <limits>

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
        if (m_left->areOfLengthOne())
            return {-1, 1};
        const double reach
            = std::abs(m_factor) * static_cast<double>(m_left->width()) * m_left->largest() * m_right->largest();
        return {-reach, reach};
    }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        const Matrix left = m_left->rows({rect.row, rect.row + rect.rows});
        multiplyRows(left.view(), m_right->rows({rect.col, rect.col + rect.cols}).view(), m_factor, out);
    }
    const MeansOfBlocks* means() const override { return m_left->haveMeans() && m_right->haveMeans() ? this : nullptr; }

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

KeptRows::KeptRows(FieldPtr table, RowsAre rows)
    : m_table(std::move(table))
    , m_are(rows)
{
    const Shape shape = m_table->shape();
    if (shape.cols == 0 || shape.rows > kMostCellsKept / shape.cols)
        return;
    materialize(*m_table, whole(shape), m_rows);
    finish(m_rows);
}

void KeptRows::finish(Matrix& rows) const
{
    if (!areOfLengthOne())
        return;
    parallelFor(0, rows.rows(), 64, [&](Span span) {
        for (std::int64_t r = span.begin; r < span.end; ++r) {
            float* const row = rows.view().row(r);
            const double length = std::sqrt(rowSumSquares(row, width()));
            scale(row, length > 0 ? static_cast<float>(1 / length) : 0.0F, row, width());
        }
    });
}

bool KeptRows::haveMeans() const
{
    const MeansOfBlocks* of = m_are == RowsAre::WithClosedMeans ? m_table->means() : nullptr;
    return inMemory() || (of != nullptr && of->inClosedForm());
}

double KeptRows::largest() const
{
    const Interval bounds = m_table->bounds();
    return std::max(std::abs(bounds.low), std::abs(bounds.high));
}

Matrix KeptRows::rows(Span span) const
{
    Matrix values(Shape{span.size(), width()});
    if (inMemory()) {
        std::copy_n(m_rows.view().row(span.begin), span.size() * width(), values.data());
    } else {
        m_table->fill({span.begin, 0, span.size(), width()}, values.view());
        finish(values);
    }
    return values;
}

Matrix KeptRows::means(std::span<const Span> runs) const
{
    if (inMemory())
        return rowMeans(m_rows.view(), runs);
    std::vector<Span> columns;
    for (std::int64_t c = 0; c < width(); ++c)
        columns.push_back({c, c + 1});
    Matrix means(Shape{std::ssize(runs), width()});
    m_table->means()->blockMeans(runs, columns, means.view());
    return means;
}

FieldPtr crossProducts(KeptRowsPtr left, KeptRowsPtr right, double factor)
{
    return std::make_shared<CrossProducts>(std::move(left), std::move(right), factor);
}

namespace {

// Moments of the products of some rows with the rows of one tile, without those of a row with itself.
struct Moments
{
    double sum = 0;
    double count = 0; // of finite products
    double squares = 0; // relative to `shift`, against loss of digits
};

void add(Moments& moments, const float* products, std::int64_t count, std::int64_t skipped, double shift)
{
    for (std::int64_t j = 0; j < count; ++j) {
        const double value = static_cast<double>(products[j]) - shift;
        if (j == skipped || !std::isfinite(value))
            continue;
        moments.count += 1;
        moments.sum += value;
        moments.squares += value * value;
    }
}

} // namespace

double spreadOfProducts(MatrixView<const float> a, MatrixView<const float> b)
{
    const std::int64_t n = a.rows();
    if (n < 2)
        return std::numeric_limits<double>::quiet_NaN();
    const RowProducts products(b);
    std::vector<Moments> moments(static_cast<std::size_t>(products.tiles()));
    std::vector<float> first(static_cast<std::size_t>(RowProducts::kTile));
    products.products(a.window({0, 0, 1, a.cols()}), 0, first.data());
    const auto shift = std::isfinite(first[1]) ? static_cast<double>(first[1]) : 0.0;
    parallelFor(0, products.tiles(), 1, [&](Span span) {
        const std::int64_t begin = span.begin * RowProducts::kTile;
        const std::int64_t count = std::min(RowProducts::kTile, n - begin);
        std::vector<float> values(static_cast<std::size_t>(n * RowProducts::kTile));
        products.products(a, span.begin, values.data());
        for (std::int64_t i = 0; i < n; ++i)
            add(moments[static_cast<std::size_t>(span.begin)], values.data() + i * RowProducts::kTile, count, i - begin,
                shift);
    });
    Moments all;
    for (const Moments& part : moments) {
        all.count += part.count;
        all.sum += part.sum;
        all.squares += part.squares;
    }
    const double mean = all.sum / all.count;
    const double variance = all.squares / all.count - mean * mean;
    return std::isfinite(variance) ? std::sqrt(std::max(0.0, variance)) : std::numeric_limits<double>::quiet_NaN();
}

} // namespace phasor
