// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "raster/rasterize.h"

#include <optional>

// How rasterize() makes pixels of cells: the bells of a smooth picture, and sums of runs.
namespace phasor {

// Rows of a smooth picture by bells (B-spline windows, BellRows), for fields with bellMeans(). A bell covers whole
// cells, so its center seldom is a pixel's center. A pixel mixes the two bells around its center by distance:
//
//                  bell 1     bell 2            pixel = (1 - w) bell 1 + w bell 2
//     cells     |    ·    |    ·    |
//                    <- w ->x                   x: center of the pixel, w in cells
class BellAxis
{
public:
    // Arguments as for PixelAxis. Nothing below 3.5 cells a pixel, where such bells differ from the spline too much.
    static std::optional<BellAxis> make(Interval visible, std::int64_t cells, int pixels);

    // Matrix [pixels, columns]; nothing: the field has no bellMeans().
    std::optional<Matrix> rows(const MeansOfBlocks& means, std::span<const Span> cols) const;

private:
    BellAxis() = default;

    // Bells 1 and 2 of each pixel, one cell apart. With more than 64 cells a pixel: only the nearest bell.
    BellRows m_bells;
    std::vector<float> m_below; // weight w of a pixel's bell 2; empty: one bell per pixel
    std::vector<std::size_t> m_edges; // pixels whose bell would reach beyond the table: they show a plain mean
    std::vector<Span> m_whole; // the cells of those pixels
};

// out(i, j) = mean or envelope over the cells rows[i] x cols[j]. Spans ascend; none is empty. Any thread.
void reduceRuns(const Field& field, std::span<const Span> rows, std::span<const Span> cols, Reduction reduction,
                MatrixView<float> out);

// Sample of about `cellBudget` cells of a picture that has more. It takes some entire rows of each run of rows, or
// single cells if one row per run is still too much.
class RasterSample
{
public:
    // The axes must outlive it.
    RasterSample(const PixelAxis& rows, const PixelAxis& cols, std::int64_t cellBudget);

    // Factor by which pixels must be wider and higher, so that the budget allows one cell per pixel; 1: unchanged.
    int enlargement() const { return m_enlargement; }

    // out(i, j) = mean or envelope over the visited cells of rows[i] x j-th run of columns. Undefined if canceled.
    void reduce(const Field& field, std::span<const Span> rows, Reduction reduction, MatrixView<float> out) const;

private:
    void reduceLoneCells(const Field& field, Span row, Reduction reduction, float* out) const;

    std::span<const Span> m_cols;
    bool m_wholeRows = false;
    std::int64_t m_rowsPerRun = 1;
    std::int64_t m_colsPerRun = 1; // if single cells are visited
    int m_enlargement = 1;
};

// Combines reduced runs to the pixels of a picture's columns `x`.
struct Combination
{
    const PixelAxis& rows;
    const PixelAxis& cols;
    Span x;
    Reduction reduction;

    // Writes the pixel rows `y` of the picture. Row 0 of `reduced` is the first run of y.begin, column 0 the first run
    // of the first pixel.
    void write(MatrixView<const float> reduced, Span y, MatrixView<float> picture) const;

private:
    void foldRows(MatrixView<const float> runs, std::span<const float> weights, float* sums) const;
    void foldColumns(MatrixView<const float> runs, MatrixView<float> pixels) const;
};

} // namespace phasor
