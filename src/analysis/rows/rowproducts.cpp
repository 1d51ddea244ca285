// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/rows/rowproducts.h"

#include "field/matrixfield.h"
#include "field/parallel.h"
#include "kernels/combine.h"
#include "kernels/product.h"
#include "kernels/reduce.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

FieldPtr lessRow(const FieldPtr& x, std::vector<double> mean)
{
    const double reach = x->bounds().high - x->bounds().low;
    const auto fill = [x, mean = std::move(mean)](Rect rect, MatrixView<float> out) {
        x->fill(rect, out);
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            for (std::int64_t c = 0; c < rect.cols; ++c)
                out(r, c) -= static_cast<float>(mean[static_cast<std::size_t>(rect.col + c)]);
        }
    };
    return computedField(x->shape(), {-reach, reach}, fill);
}

namespace {

constexpr std::int64_t kMostCellsKept = std::int64_t{1} << 24;

// The mean row of each run of `rows`, added in double: [runs, columns]. No run is empty. Parallel; any thread.
Matrix rowMeans(MatrixView<const float> rows, std::span<const Span> runs)
{
    Matrix means(Shape{std::ssize(runs), rows.cols()});
    parallelFor(0, means.rows(), 16, [&](Span span) {
        std::vector<double> total(static_cast<std::size_t>(rows.cols()));
        for (std::int64_t i = span.begin; i < span.end; ++i) {
            const Span run = runs[static_cast<std::size_t>(i)];
            std::fill(total.begin(), total.end(), 0.0);
            for (std::int64_t r = run.begin; r < run.end; ++r)
                addRow(total.data(), rows.row(r), rows.cols());
            std::transform(total.begin(), total.end(), means.view().row(i),
                           [&run](double sum) { return static_cast<float>(sum / static_cast<double>(run.size())); });
        }
    });
    return means;
}

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
        const Matrix right = m_right->rows({rect.col, rect.col + rect.cols});
        parallelFor(0, rect.rows, 8, [&](Span span) {
            for (std::int64_t r = span.begin; r < span.end; ++r) {
                for (std::int64_t c = 0; c < rect.cols; ++c)
                    out(r, c)
                        = static_cast<float>(m_factor * rowDot(left.view().row(r), right.view().row(c), left.cols()));
            }
        });
    }
    const MeansOfBlocks* means() const override { return m_left->haveMeans() && m_right->haveMeans() ? this : nullptr; }

private:
    // In float32: sums in double would take four times as long.
    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        constexpr std::int64_t kTile = RowProducts::kTile;
        const Matrix left = m_left->means(rows);
        const RowProducts products(m_right->means(cols).view());
        parallelFor(0, products.tiles(), 1, [&](Span span) {
            const std::int64_t first = span.begin * kTile;
            const std::int64_t count = std::min(kTile, std::ssize(cols) - first);
            std::vector<float> tile(static_cast<std::size_t>(left.rows() * kTile));
            products.products(left.view(), span.begin, tile.data());
            for (std::int64_t r = 0; r < left.rows(); ++r) {
                const float* const from = tile.data() + r * kTile;
                std::transform(from, from + count, out.row(r) + first, [this](float product) {
                    return static_cast<float>(m_factor * static_cast<double>(product));
                });
            }
        });
    }

    KeptRowsPtr m_left;
    KeptRowsPtr m_right;
    double m_factor;
};

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

RowProducts::RowProducts(MatrixView<const float> table)
    : m_rows(table.rows())
    , m_width(table.cols())
    , m_tiles(static_cast<std::size_t>(tiles() * m_width * kTile), 0.0F)
{
    parallelFor(0, m_rows, kTile, [&](Span span) {
        float* const tile = m_tiles.data() + span.begin * m_width;
        for (std::int64_t r = span.begin; r < span.end; ++r) {
            const float* const row = table.row(r);
            for (std::int64_t c = 0; c < m_width; ++c)
                tile[c * kTile + r - span.begin] = row[c];
        }
    });
}

void RowProducts::products(MatrixView<const float> left, std::int64_t tile, float* out) const
{
    std::fill_n(out, left.rows() * kTile, 0.0F);
    addProducts(left, {0, m_width}, tile, out);
}

void RowProducts::addProducts(MatrixView<const float> left, Span columns, std::int64_t tile, float* out) const
{
    addProduct(Rows<const float>{left.data() + columns.begin, left.stride()},
               {m_tiles.data() + (tile * m_width + columns.begin) * kTile, kTile}, {out, kTile}, left.rows(), kTile,
               columns.size());
}

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

FieldPtr similarityOfRows(FieldPtr x, SimilarityMeasure measure)
{
    const bool cosine = measure == SimilarityMeasure::Cosine;
    const auto rows
        = std::make_shared<const KeptRows>(std::move(x), cosine ? RowsAre::OfLengthOne : RowsAre::WithClosedMeans);
    return crossProducts(rows, rows, 1);
}

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
