// SPDX-License-Identifier: GPL-3.0-or-later
#include "raster/colormaps.h"

#include <algorithm>

namespace phasor {

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
