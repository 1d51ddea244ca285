// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "field/matrix.h"
#include "raster/rasterize.h"

#include <cstddef>
#include <span>
#include <vector>

namespace phasor {

// The value farther from 0; one that is NaN counts only if both are.
float farther(float a, float b);

// out(i, j) = mean or envelope over the cells rows[i] x cols[j]; spans ascend, none is empty. Any thread.
void reduceRuns(const Field& field, std::span<const Span> rows, std::span<const Span> cols, Reduction reduction,
                MatrixView<float> out);

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

// Reduced runs -> pixels, for the columns `pixels` of a picture. One a worker: it keeps rows that it folds into.
class Combination
{
public:
    Combination(const PixelAxis& rows, const PixelAxis& cols, Span pixels, Reduction reduction);

    // The pixel rows `y` of the picture. Row 0 of `reduced` is the first run of y.begin, column 0 the first run of
    // the first pixel.
    void rows(MatrixView<const float> reduced, Span y, MatrixView<float> picture);

private:
    void foldRows(MatrixView<const float> runs, std::span<const float> weights, float* sums) const;
    void foldColumns(MatrixView<const float> runs, MatrixView<float> pixels) const;

    const PixelAxis& m_rows;
    const PixelAxis& m_cols;
    Span m_pixels;
    Reduction m_reduction;
    std::vector<float> m_folded; // a few rows of runs
};

} // namespace phasor
