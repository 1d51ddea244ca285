// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "raster/rasterize.h"

namespace phasor {

// Which cells stand for all of a picture, so that about a given number of them is visited: some whole rows of each run
// of rows, or, where not even one of each can be afforded, lone cells.
class RasterSample
{
public:
    // The axes must outlive it.
    RasterSample(const PixelAxis& rows, const PixelAxis& cols, std::int64_t cellBudget);

    // By how much a pixel has to be wider and higher, so that one cell for each can be afforded; 1: as it is.
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
