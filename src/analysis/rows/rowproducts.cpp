// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/rows/rowproducts.h"

#include "field/parallel.h"
#include "kernels/product.h"

#include <algorithm>

namespace phasor {

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
    addProduct(Rows<const float>{left.data(), left.stride()}, {m_tiles.data() + tile * m_width * kTile, kTile},
               {out, kTile}, left.rows(), kTile, m_width);
}

} // namespace phasor
