// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "raster/rasterize.h"

namespace phasor {

// Which cells to visit, about `cellBudget` of them, where a picture has too many: some whole rows out of each run of
// rows or, where even one row of each run is too much, single cells.
class RasterSample
{
public:
    // The axes must outlive it.
    RasterSample(const PixelAxis& rows, const PixelAxis& cols, std::int64_t cellBudget);

    // How many times wider and higher pixels must be, so that the budget has one cell for each; 1: no wider.
    int enlargement() const { return m_enlargement; }

    // out(i, j) = mean or envelope over the cells visited of rows[i] x the j-th run of columns; undefined if cancelled.
    void reduce(const Field& field, std::span<const Span> rows, Reduction reduction, MatrixView<float> out,
                const CancelToken& cancel) const;

private:
    void reduceLoneCells(const Field& field, Span row, Reduction reduction, float* out) const;

    std::span<const Span> m_cols;
    bool m_wholeRows = false;
    std::int64_t m_rowsPerRun = 1;
    std::int64_t m_colsPerRun = 1; // of lone cells
    int m_enlargement = 1;
};

} // namespace phasor
