// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/rows/rowproducts.h"

#include "field/computedfield.h"
#include "field/parallel.h"
#include "kernels/product.h"
#include "kernels/reduce.h"

#include <algorithm>

namespace phasor {

FieldPtr lessRow(FieldPtr x, std::vector<double> mean)
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

void multiplyRows(MatrixView<const float> left, MatrixView<const float> right, double factor, MatrixView<float> out)
{
    parallelFor(0, left.rows(), 8, [&](Span span) {
        for (std::int64_t r = span.begin; r < span.end; ++r) {
            for (std::int64_t c = 0; c < right.rows(); ++c)
                out(r, c) = static_cast<float>(factor * rowDot(left.row(r), right.row(c), left.cols()));
        }
    });
}

void multiplyRowsForPicture(MatrixView<const float> left, MatrixView<const float> right, double factor,
                            MatrixView<float> out)
{
    const RowProducts products(right);
    parallelFor(0, products.tiles(), 1, [&](Span span) {
        const std::int64_t first = span.begin * RowProducts::kTile;
        const std::int64_t count = std::min(RowProducts::kTile, right.rows() - first);
        std::vector<float> tile(static_cast<std::size_t>(left.rows() * RowProducts::kTile));
        products.products(left, span.begin, tile.data());
        for (std::int64_t r = 0; r < left.rows(); ++r) {
            const float* const from = tile.data() + r * RowProducts::kTile;
            std::transform(from, from + count, out.row(r) + first,
                           [=](float product) { return static_cast<float>(factor * static_cast<double>(product)); });
        }
    });
}

} // namespace phasor
