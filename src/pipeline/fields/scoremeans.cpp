// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/fields/scoremeans.h"

#include "field/matrix.h"
#include "kernels/product.h"
#include "raster/blockmeans.h"

#include <algorithm>
#include <vector>

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

} // namespace

void meansOfProducts(const Field& queries, const Field& keys, std::span<const Span> rows, std::span<const Span> cols,
                     MatrixView<float> out)
{
    const Matrix left = meanRows(queries, rows);
    const Matrix right = transposed(meanRows(keys, cols));
    for (std::int64_t r = 0; r < out.rows(); ++r)
        std::fill_n(out.row(r), out.cols(), 0.0F);
    addProduct(Rows<const float>{left.data(), left.cols()}, Rows<const float>{right.data(), right.cols()},
               Rows<float>{out.data(), out.stride()}, out.rows(), out.cols(), left.cols());
}

} // namespace phasor
