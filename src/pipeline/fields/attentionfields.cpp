// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/fields/stagefields.h"

#include "kernels/combine.h"
#include "kernels/product.h"
#include "raster/rasterize.h"

#include <cmath>
#include <limits>

namespace phasor {

namespace {

// One row for each span.
Matrix meanRows(const Field& table, std::span<const Span> spans)
{
    std::vector<Span> columns;
    for (std::int64_t c = 0; c < table.shape().cols; ++c)
        columns.push_back({c, c + 1});
    Matrix means(Shape{std::ssize(spans), table.shape().cols});
    blockMeans(table, spans, columns, means.view());
    return means;
}

Matrix transposed(const Matrix& rows)
{
    Matrix columns(Shape{rows.cols(), rows.rows()});
    for (std::int64_t r = 0; r < rows.rows(); ++r) {
        for (std::int64_t c = 0; c < rows.cols(); ++c)
            columns.view()(c, r) = rows.view()(r, c);
    }
    return columns;
}

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr std::int64_t kTileRows = 128;

template <typename T> Rows<T> rowsOf(MatrixView<T> view)
{
    return {view.data(), view.stride()};
}

// Keys as columns, [width, n], so that a product with a few queries reads them consecutively. A few zero columns are
// added, so that rows a power of two apart do not compete for the same cache lines.
FieldPtr columnsOf(FieldPtr rows)
{
    constexpr std::int64_t kGap = 16;
    const Shape shape{rows->shape().cols, rows->shape().rows + kGap};
    const Interval bounds = rows->bounds();
    return computedOnce(computedField(shape, bounds, [rows = std::move(rows)](Rect rect, MatrixView<float> out) {
        constexpr std::int64_t kAtOnce = 64; // keys
        out.fill(0);
        TileOperand keys(*rows);
        const std::int64_t end = std::min(rect.col + rect.cols, rows->shape().rows);
        for (std::int64_t c = rect.col; c < end; c += kAtOnce) {
            const std::int64_t count = std::min(kAtOnce, end - c);
            const MatrixView<const float> from = keys.values({c, rect.row, count, rect.rows});
            for (std::int64_t k = 0; k < rect.rows; ++k) {
                for (std::int64_t j = 0; j < count; ++j)
                    out(k, c - rect.col + j) = from(j, k);
            }
        }
    }));
}

class Scores final : public Field, private MeansOfBlocks
{
public:
    Scores(FieldPtr queries, FieldPtr keys, FieldPtr bias, bool causal, bool divided)
        : m_queries(std::move(queries))
        , m_keys(std::move(keys))
        , m_bias(std::move(bias))
        , m_causal(causal)
        , m_columns(columnsOf(m_keys))
        , m_width(m_keys->shape().cols)
        , m_divisor(divided ? static_cast<float>(std::sqrt(static_cast<double>(m_width))) : 1.0F)
    {
    }

    Shape shape() const override { return {m_queries->shape().rows, m_keys->shape().rows}; }
    Interval bounds() const override
    {
        const double most = static_cast<double>(m_width) / static_cast<double>(m_divisor) * m_queries->bounds().reach()
                * m_keys->bounds().reach()
            + (m_bias ? m_bias->bounds().reach() : 0);
        return {-most, most};
    }

    const MeansOfBlocks* means() const override { return !m_bias || hasMeansInClosedForm(*m_bias) ? this : nullptr; }
    bool inClosedForm() const override { return false; } // each query and each key is visited

    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        constexpr std::int64_t kFewQueries = 8;
        if (std::ssize(rows) < kFewQueries) // a sample takes one at a time: mean keys for each would cost more
            return visitedMeans(*this, rows, cols, out);
        // The mean of all pairs' products is the product of the mean query and the mean key, so that each row is read
        // once, not each pair.
        const Matrix left = meanRows(*m_queries, rows);
        const Matrix right = transposed(meanRows(*m_keys, cols));
        out.fill(0);
        addProduct(Rows<const float>{left.data(), left.cols()}, Rows<const float>{right.data(), right.cols()},
                   rowsOf(out), out.rows(), out.cols(), left.cols());
        Matrix bias;
        if (m_bias) {
            bias.resize(out.shape());
            phasor::blockMeans(*m_bias, rows, cols, bias.view());
        }
        for (std::int64_t r = 0; r < out.rows(); ++r) {
            const std::int64_t first = rows[static_cast<std::size_t>(r)].begin;
            for (std::int64_t c = 0; c < out.cols(); ++c) {
                const bool masked = m_causal && cols[static_cast<std::size_t>(c)].end - 1 > first; // at least one cell
                out(r, c) = masked ? -kInfinity : out(r, c) / m_divisor + (m_bias ? bias(r, c) : 0.0F);
            }
        }
    }

    void fill(Rect rect, MatrixView<float> out) const override
    {
        // Number of transposed keys that fit into the L1 cache.
        const std::int64_t tileKeys = std::clamp<std::int64_t>((1 << 13) / m_width, 16, 1024);
        TileOperand queries(*m_queries);
        TileOperand columns(*m_columns);
        Matrix bias;
        for (std::int64_t r = 0; r < rect.rows && rect.cols > 0; r += kTileRows) {
            const std::int64_t rows = std::min(kTileRows, rect.rows - r);
            const MatrixView<const float> q = queries.values({rect.row + r, 0, rows, m_width});
            for (std::int64_t c = 0; c < rect.cols; c += tileKeys) {
                const Rect tile{rect.row + r, rect.col + c, rows, std::min(tileKeys, rect.cols - c)};
                const MatrixView<float> target = out.window({r, c, tile.rows, tile.cols});
                if (!isMasked(tile)) {
                    const MatrixView<const float> k = columns.values({0, tile.col, m_width, tile.cols});
                    target.fill(0);
                    addProduct(rowsOf(q), rowsOf(k), rowsOf(target), tile.rows, tile.cols, m_width);
                }
                finish(tile, bias, target);
            }
        }
    }

private:
    // Whether all cells of the tile are above the diagonal, so that causal attention masks them.
    bool isMasked(Rect tile) const { return m_causal && tile.col > tile.row + tile.rows - 1; }

    // Divides sums. For powers of two, such as √64, multiplying by the reciprocal is faster with the same bits.
    void divide(float* sums, std::int64_t n) const
    {
        int exponent = 0;
        if (std::frexp(m_divisor, &exponent) == 0.5F)
            return scale(sums, 1 / m_divisor, sums, n);
        for (std::int64_t i = 0; i < n; ++i)
            sums[i] /= m_divisor;
    }

    // Turns sums of products into scores.
    void finish(Rect tile, Matrix& bias, MatrixView<float> out) const
    {
        if (m_bias && !isMasked(tile)) {
            bias.resize(tile.shape());
            m_bias->fill(tile, bias.view());
        }
        for (std::int64_t r = 0; r < tile.rows; ++r) {
            float* const row = out.row(r);
            const std::int64_t seen
                = m_causal ? std::clamp<std::int64_t>(tile.row + r + 1 - tile.col, 0, tile.cols) : tile.cols;
            divide(row, seen);
            if (m_bias && seen > 0)
                scaleAdd(row, 1.0F, bias.view().row(r), row, seen);
            std::fill(row + seen, row + tile.cols, -kInfinity);
        }
    }

    FieldPtr m_queries;
    FieldPtr m_keys;
    FieldPtr m_bias; // or null
    bool m_causal;
    FieldPtr m_columns; // transposed keys
    std::int64_t m_width; // of queries and keys
    float m_divisor;
};

} // namespace

Result<Projections> drawProjections(const Generator& generator, std::int64_t width)
{
    const Shape shape{width, width};
    const double std = 1 / std::sqrt(static_cast<double>(width));
    TRY(const Drawn queries, generator.normal(shape, 0, std));
    TRY(const Drawn keys, queries.after->normal(shape, 0, std));
    return Projections{queries.values, keys.values};
}

FieldPtr headColumns(FieldPtr x, std::int64_t heads, std::int64_t head)
{
    const Shape shape = x->shape();
    const std::int64_t width = shape.cols / heads;
    return computedOnce(windowOf(std::move(x), {0, head * width, shape.rows, width}));
}

FieldPtr projectedHead(FieldPtr x, FieldPtr weights, std::int64_t heads, std::int64_t head)
{
    const std::int64_t width = weights->shape().cols / heads;
    const double most = 4 * x->bounds().reach();
    const Shape shape{x->shape().rows, width};
    const auto fill
        = [x = std::move(x), weights = std::move(weights), first = head * width](Rect rect, MatrixView<float> out) {
              constexpr std::int64_t kDepth = 1024; // columns of x at a time
              TileOperand left(*x);
              TileOperand right(*weights);
              const std::int64_t depth = x->shape().cols;
              for (std::int64_t r = 0; r < rect.rows; r += kTileRows) {
                  const std::int64_t rows = std::min(kTileRows, rect.rows - r);
                  const MatrixView<float> target = out.window({r, 0, rows, rect.cols});
                  target.fill(0);
                  for (std::int64_t k = 0; k < depth && rect.cols > 0; k += kDepth) {
                      const std::int64_t count = std::min(kDepth, depth - k);
                      addProduct(rowsOf(left.values({rect.row + r, k, rows, count})),
                                 rowsOf(right.values({k, first + rect.col, count, rect.cols})), rowsOf(target), rows,
                                 rect.cols, count);
                  }
              }
          };
    return computedOnce(computedField(shape, {-most, most}, fill));
}

FieldPtr attentionScores(FieldPtr queries, FieldPtr keys, FieldPtr bias, bool causal, bool divided)
{
    return std::make_shared<Scores>(std::move(queries), std::move(keys), std::move(bias), causal, divided);
}

} // namespace phasor
