// SPDX-License-Identifier: GPL-3.0-or-later
#include "raster/colourise.h"

#include "field/parallel.h"
#include "kernels/pixels.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

namespace {

// Half of what a double holds, so that high - low is finite too.
constexpr double kLargest = std::numeric_limits<double>::max() / 2;

// Pixels that are worth a task of their own: about 10 µs of work.
constexpr std::int64_t kPixelsPerTask = 32768;

bool isRange(Interval interval)
{
    return interval.low <= interval.high; // false for NaN
}

} // namespace

Interval displayRange(Interval bounds)
{
    if (!isRange(bounds) || (bounds.low == 0 && bounds.high == 0))
        return {-1, 1};
    if (bounds.low < 0) {
        const double largest = std::min(std::max(-bounds.low, bounds.high), kLargest);
        return {-largest, largest};
    }
    if (bounds.low == bounds.high)
        return {0, std::min(2 * bounds.high, kLargest)};
    const double high = std::min(bounds.high, kLargest);
    return {bounds.low < high ? bounds.low : 0, high};
}

void colourise(MatrixView<const float> values, Interval range, const ColorMap& map, std::uint32_t nanColour,
               std::uint32_t* pixels)
{
    const bool usable = isRange(range) && std::isfinite(range.low) && std::isfinite(range.high);
    const Interval used = usable ? range : displayRange(range);
    const std::int64_t cols = values.cols();
    const std::int64_t grain = std::max<std::int64_t>(1, kPixelsPerTask / std::max<std::int64_t>(1, cols));
    parallelFor(0, values.rows(), grain, [&](Span rows) {
        for (std::int64_t r = rows.begin; r < rows.end; ++r)
            colourRow(values.row(r), cols, used.low, used.high, map.table.data(), nanColour, pixels + r * cols);
    });
}

} // namespace phasor
