// SPDX-License-Identifier: GPL-3.0-or-later
#include "raster/colormaps.h"

#include <algorithm>

namespace phasor {

namespace {

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

constexpr std::string_view kMatplotlib = "S. van der Walt, N. Smith, E. Firing, 2015; CC0-1.0";
constexpr std::string_view kColorBrewer
    = "C. Brewer, M. Harrower, ColorBrewer 2.0 (colorbrewer2.org); Apache-2.0 style licence";

constexpr ColorMap kColorMaps[] = {
    {"viridis", "Viridis", false, true, kMatplotlib, kViridis},
    {"cividis", "Cividis", false, true, "J. Nunez, C. Anderton, R. Renslow, PLoS ONE 13(7): e0199239, 2018; CC0-1.0",
     kCividis},
    {"magma", "Magma", false, true, kMatplotlib, kMagma},
    {"grey", "Grey", false, true, "R = G = B = 0 ... 255; no licence needed", kGrey},
    {"RdBu", "Red–blue", true, true, kColorBrewer, kRdBu},
    {"coolwarm", "Cool–warm", true, true,
     "K. Moreland, Diverging Color Maps for Scientific Visualization, 2009; as in matplotlib, PSF-style licence",
     kCoolwarm},
    {"PuOr", "Purple–orange", true, true, kColorBrewer, kPuOr},
};

} // namespace

std::span<const ColorMap> colorMaps()
{
    return kColorMaps;
}

const ColorMap* findColorMap(std::string_view id)
{
    const auto maps = colorMaps();
    const auto found = std::find_if(maps.begin(), maps.end(), [&](const ColorMap& map) { return map.id == id; });
    return found == maps.end() ? nullptr : &*found;
}

const ColorMap& defaultColorMap(bool signedValues)
{
    const auto maps = colorMaps();
    return *std::find_if(maps.begin(), maps.end(), [&](const ColorMap& map) { return map.diverging == signedValues; });
}

} // namespace phasor
