// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/matrixview.h"
#include "raster/rasterize.h"

#include <cstddef>
#include <span>
#include <vector>

namespace phasor {

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
