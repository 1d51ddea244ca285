// SPDX-License-Identifier: GPL-3.0-or-later
#include "raster/colormaps.h"

#include "field/parallel.h"
#include "kernels/pixels.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

// Half of the largest double, so that high - low is finite too.
constexpr double kLargest = std::numeric_limits<double>::max() / 2;

// Pixels of one task: about 10 µs of work.
constexpr std::int64_t kPixelsPerTask = 32768;

static bool isRange(Interval interval)
{
    return interval.low <= interval.high; // false for NaN
}

// The tables are data files, written by resources/colormaps/make_colormaps.py.
constexpr std::uint32_t kViridis[] = {
#include "colormaps/viridis.csv"
};
constexpr std::uint32_t kCividis[] = {
#include "colormaps/cividis.csv"
};
constexpr std::uint32_t kMagma[] = {
#include "colormaps/magma.csv"
};
constexpr std::uint32_t kGrey[] = {
#include "colormaps/grey.csv"
};
constexpr std::uint32_t kRdBu[] = {
#include "colormaps/RdBu.csv"
};
constexpr std::uint32_t kCoolwarm[] = {
#include "colormaps/coolwarm.csv"
};
constexpr std::uint32_t kPuOr[] = {
#include "colormaps/PuOr.csv"
};
constexpr std::uint32_t kRdBuDark[] = {
#include "colormaps/RdBu-dark.csv"
};

constexpr std::string_view kMatplotlib = "S. van der Walt, N. Smith, E. Firing, 2015; CC0-1.0";
constexpr std::string_view kColorBrewer
    = "C. Brewer, M. Harrower, ColorBrewer 2.0 (colorbrewer2.org); Apache-2.0 style license";

constexpr ColorMap kColorMaps[] = {
    {"viridis", "Viridis", false, kMatplotlib, kViridis},
    {"cividis", "Cividis", false, "J. Nunez, C. Anderton, R. Renslow, PLoS ONE 13(7): e0199239, 2018; CC0-1.0",
     kCividis},
    {"magma", "Magma", false, kMatplotlib, kMagma},
    {"grey", "Gray", false, "R = G = B = 0 ... 255; no license needed", kGrey},
    {"RdBu", "Red–blue", true, kColorBrewer, kRdBu},
    {"coolwarm", "Cool–warm", true,
     "K. Moreland, Diverging Color Maps for Scientific Visualization, 2009; as in matplotlib, PSF-style license",
     kCoolwarm},
    {"PuOr", "Purple–orange", true, kColorBrewer, kPuOr},
    {"RdBu-dark", "Red–blue, dark", true, "of Phasor", kRdBuDark},
};

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

void colorize(MatrixView<const float> values, Interval range, const ColorMap& map, std::uint32_t nanColor,
              std::uint32_t* pixels)
{
    const bool usable = isRange(range) && std::isfinite(range.low) && std::isfinite(range.high);
    const Interval used = usable ? range : displayRange(range);
    const std::int64_t cols = values.cols();
    const std::int64_t grain = std::max<std::int64_t>(1, kPixelsPerTask / std::max<std::int64_t>(1, cols));
    parallelFor(0, values.rows(), grain, [&](Span rows) {
        for (std::int64_t r = rows.begin; r < rows.end; ++r)
            colorRow(values.row(r), cols, used.low, used.high, map.table.data(), nanColor, pixels + r * cols);
    });
}

std::span<const ColorMap> colorMaps()
{
    return kColorMaps;
}

const ColorMap* findColorMap(std::string_view id)
{
    const auto* const found = std::ranges::find(kColorMaps, id, &ColorMap::id);
    return found == std::end(kColorMaps) ? nullptr : found;
}

const ColorMap& defaultColorMap(bool signedValues, bool dark)
{
    if (signedValues && dark)
        return *findColorMap("RdBu-dark");
    return *std::ranges::find(kColorMaps, signedValues, &ColorMap::diverging);
}

} // namespace phasor
