// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "field/matrix.h"
#include "system/cancelscope.h"

#include <span>
#include <vector>

namespace phasor {

// How the cells of one pixel become its value, in data space, before any colour.
enum class Reduction {
    Mean,
    Envelope, // the value farthest from 0: the min/max envelope of signed data
};

struct RasterRequest
{
    Interval rows; // visible, table units: row r covers [r, r + 1); inside the table, not empty
    Interval cols;
    int width = 0; // pixels, >= 1
    int height = 0;
    Reduction reduction = Reduction::Mean;
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

// What each of `pixels` covers of `visible`: runs of cells with weights that sum to 1.
// A pixel of a cell or less shows the nearest cell. A pixel of a few cells weighs the cells at its borders by the part
// that it covers, so that 2048 alternating columns in 900 pixels are grey and not stripes; its neighbour shares that
// cell's run. Pixels of many cells end at whole cells.
class PixelAxis
{
public:
    enum class Borders { Weighed, WholeCells };
    PixelAxis(Interval visible, std::int64_t cells, int pixels, Borders borders = Borders::Weighed);

    const std::vector<Span>& runs() const { return m_runs; } // ascending, without gap where a pixel has a cell or more
    double cellsPerPixel() const { return m_cellsPerPixel; }
    int pixels() const { return static_cast<int>(m_first.size()); }
    std::size_t firstRun(int pixel) const { return m_first[static_cast<std::size_t>(pixel)]; }
    std::span<const float> weights(int pixel) const // of the runs firstRun(pixel), firstRun(pixel) + 1 …
    {
        const auto p = static_cast<std::size_t>(pixel);
        return {m_weights.data() + m_firstWeight[p], m_firstWeight[p + 1] - m_firstWeight[p]};
    }
    bool oneRunEach() const { return m_weights.size() == m_first.size(); } // every weight is 1
    bool aPixelEach() const { return oneRunEach() && m_runs.size() == m_first.size(); } // and no two share a run
    bool single() const { return m_single; } // every run is one cell and every pixel one run

private:
    void addPixel(double from, double to, std::int64_t cells, Borders borders);
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
