// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "system/cancelscope.h"

#include <optional>
#include <span>
#include <vector>
namespace phasor {

struct ColumnFolds;

// How the cells of one pixel become its value, before colors are assigned. Same order as in the menu.
enum class Reduction {
    Smooth, // bell-shaped weights over 2 to 3 pixels: structure narrower than a pixel shows no false bands
    Mean, // of the pixel's own cells
    Envelope, // the value farthest from 0: the min/max envelope of signed data
    Nearest, // the cell in the middle
};

struct RasterRequest
{
    Interval rows; // visible part, inside the table and not empty; row r covers [r, r + 1)
    Interval cols;
    int width = 0; // pixels, >= 1
    int height = 0;
    Reduction reduction = Reduction::Smooth;
    std::int64_t cellBudget = std::int64_t{1} << 26; // without closed form, more cells than this are sampled
    bool wantsRange = false; // see Raster::range
};

struct Raster
{
    Matrix values; // [height, width]; the first visible row is on top
    double rowsPerPixel = 0;
    double colsPerPixel = 0;
    Reduction reduction = Reduction::Smooth; // Mean for a smooth one if sampled, or without bellMeans()
    bool sampled = false; // only some of the cells were visited
    bool cancelled = false; // values are undefined
    // Lowest and highest visible cell (of those that were visited), if asked for and cells were computed one by one.
    // low > high: all are NaN or infinite.
    std::optional<Interval> range;
};

// Cells that each pixel shows: runs of cells with weights >= 0 that sum to 1. With one cell per pixel or less, every
// filter shows the nearest cell.
class PixelAxis
{
public:
    enum class Filter {
        Nearest, // the cell in the middle
        WholeCells, // one run: pixels end at whole cells
        // A cell on a border has the weight of the part inside the pixel: 2048 alternating columns in 900 pixels are
        // gray, without stripes. The neighboring pixel shares the cell's run.
        Weighed,
        // The quadratic B-spline of 2.64 pixels: three boxes of kBox pixels convolved with each other. A wave of f
        // cycles a pixel keeps (sin(πf kBox) / (πf kBox))³: .96 at .1, .78 at .25, .08 at .75, < .03 beyond 1. Below
        // 2.27 cells per pixel one box has two cells, so that alternating columns are gray. Just above one cell per
        // pixel it is mixed with the nearest cell, so that zooming makes no jump.
        Smooth,
    };
    static constexpr double kBox = 0.88; // pixels
    PixelAxis(Interval visible, std::int64_t cells, int pixels, Filter filter);

    // Runs in ascending order. No gaps if a pixel has a cell or more, except with Filter::Nearest.
    const std::vector<Span>& runs() const { return m_runs; }
    double cellsPerPixel() const { return m_cellsPerPixel; }
    int pixels() const { return static_cast<int>(m_first.size()); }
    std::span<const Span> runsOf(Span pixels) const; // first run of the first pixel … last run of the last
    std::size_t firstRun(int pixel) const { return m_first[static_cast<std::size_t>(pixel)]; }
    std::span<const float> weights(int pixel) const // weights of the runs firstRun(pixel), firstRun(pixel) + 1 …
    {
        const auto p = static_cast<std::size_t>(pixel);
        return {m_weights.data() + m_firstWeight[p], m_firstWeight[p + 1] - m_firstWeight[p]};
    }
    ColumnFolds folds(Span pixels) const; // valid as long as this object
    bool oneRunEach() const { return m_weights.size() == m_first.size(); } // every weight is 1
    bool aPixelEach() const { return oneRunEach() && m_runs.size() == m_first.size(); } // and no run is shared
    bool single() const { return m_single; } // every run is one cell and every pixel one run
    std::int64_t hull() const { return m_runs.back().end - m_runs.front().begin; } // cells from the first to the last

private:
    void addPixel(double from, double to, std::int64_t cells, Filter filter);
    void addWeighed(double from, double to, std::int64_t cells);
    void addBells(Interval visible, std::int64_t cells, int pixels);
    struct Bell;
    void addBell(double center, std::int64_t cells, const Bell& bell);
    void addRun(Span run, double weight);

    std::vector<Span> m_runs;
    std::vector<std::size_t> m_first;
    std::vector<std::size_t> m_firstWeight;
    std::vector<float> m_weights;
    double m_cellsPerPixel = 0;
    bool m_single = true;
};

// Computes a picture of the visible rectangle. With a closed form, or one cell per pixel or less, the time depends on
// the number of pixels only. Any thread; parallel inside.
Raster rasterize(const Field& field, const RasterRequest& request);

// Block means: out(i, j) = mean over the cells rows[i] x cols[j], inside the field's shape. Uses the field's means() if
// it has them, else visitedMeans(). Spans may overlap, repeat and be in any order; none is empty. Any thread.
void blockMeans(const Field& field, std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out);

// Block means cell by cell, summed in double on this thread. A block's bits don't depend on the other blocks.
void visitedMeans(const Field& field, std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out);

// Whether the time of blockMeans depends only on the number of blocks, not on their cells.
bool hasMeansInClosedForm(const Field& field);

} // namespace phasor
