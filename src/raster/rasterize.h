// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "field/matrix.h"
#include "system/cancelscope.h"

#include <span>
#include <vector>

namespace phasor {

struct ColumnFolds;

// How the cells of one pixel become its value, in data space, before any colour. The order is that of a menu.
enum class Reduction {
    Smooth, // weights like a bell, over two to three pixels: bands that are narrower than a pixel leave none
    Mean, // of the pixel's own cells
    Envelope, // the value farthest from 0: the min/max envelope of signed data
    Nearest, // the cell in the middle
};

struct RasterRequest
{
    Interval rows; // visible, table units: row r covers [r, r + 1); inside the table, not empty
    Interval cols;
    int width = 0; // pixels, >= 1
    int height = 0;
    Reduction reduction = Reduction::Smooth;
    std::int64_t cellBudget = std::int64_t{1} << 26; // more cells than this are sampled, where no closed form exists
};

struct Raster
{
    Matrix values; // [height, width], the first visible row on top
    double rowsPerPixel = 0;
    double colsPerPixel = 0;
    bool sampled = false; // a strided sample stands for all cells
    bool cancelled = false; // values are undefined
};

// What each of `pixels` shows of `visible`: runs of cells with weights that sum to 1, none negative.
// A pixel of a cell or less shows the nearest cell, whatever the filter.
class PixelAxis
{
public:
    enum class Filter {
        Nearest, // the cell in the middle
        WholeCells, // one run: pixels end at whole cells
        // The cells at its borders weigh the part that it covers: 2048 alternating columns in 900 pixels are grey and
        // not stripes. Its neighbour shares that cell's run.
        Weighed,
        // The quadratic B-spline of 2.64 pixels: three boxes of kBox pixels folded into each other. Of a wave of f
        // cycles a pixel (sin(πf kBox) / (πf kBox))³ is left: .96 at .1, .78 at .25, .08 at .75, < .03 beyond 1. From
        // one cell a pixel on it grows out of the nearest cell, so that zooming makes no jump.
        Smooth,
    };
    static constexpr double kBox = 0.88; // pixels
    PixelAxis(Interval visible, std::int64_t cells, int pixels, Filter filter);

    // Ascending; without gap where a pixel has a cell or more, but for the nearest cells.
    const std::vector<Span>& runs() const { return m_runs; }
    double cellsPerPixel() const { return m_cellsPerPixel; }
    int pixels() const { return static_cast<int>(m_first.size()); }
    std::span<const Span> runsOf(Span pixels) const; // from the first one's first run to the last one's last
    std::size_t firstRun(int pixel) const { return m_first[static_cast<std::size_t>(pixel)]; }
    std::span<const float> weights(int pixel) const // of the runs firstRun(pixel), firstRun(pixel) + 1 …
    {
        const auto p = static_cast<std::size_t>(pixel);
        return {m_weights.data() + m_firstWeight[p], m_firstWeight[p + 1] - m_firstWeight[p]};
    }
    ColumnFolds folds(Span pixels) const; // of those; lives as long as this
    bool oneRunEach() const { return m_weights.size() == m_first.size(); } // every weight is 1
    bool aPixelEach() const { return oneRunEach() && m_runs.size() == m_first.size(); } // and no two share a run
    bool single() const { return m_single; } // every run is one cell and every pixel one run
    std::int64_t hull() const { return m_runs.back().end - m_runs.front().begin; } // cells from the first to the last

private:
    void addPixel(double from, double to, std::int64_t cells, Filter filter);
    void addWeighed(double from, double to, std::int64_t cells);
    void addBells(Interval visible, std::int64_t cells, int pixels);
    void addBell(double centre, std::int64_t cells);
    void addRun(Span run, double weight);

    std::vector<Span> m_runs;
    std::vector<std::size_t> m_first;
    std::vector<std::size_t> m_firstWeight;
    std::vector<float> m_weights;
    double m_cellsPerPixel = 0;
    bool m_single = true;
};

// Visible rectangle -> pixels. With a closed form, or a pixel or more to each cell, the cost is that of the pixels.
// Any thread; parallel inside.
Raster rasterize(const Field& field, const RasterRequest& request, const CancelToken& cancel = currentCancel());

} // namespace phasor
