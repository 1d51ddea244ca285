// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace phasor {

// A table of 256 colours 0xffRRGGBB from the least value to the greatest.
struct ColorMap
{
    std::string_view id; // on the command line: "RdBu"
    std::string_view label; // in a menu
    bool diverging = false; // for signed values: the centre (0) is lightest, negative cold, positive warm
    bool colorBlindSafe = false; // tells values apart with deuteranopia, protanopia and tritanopia
    std::string_view source; // author, where the numbers are from, licence
    std::span<const std::uint32_t, 256> table;
};

std::span<const ColorMap> colorMaps(); // perceptual ones first; the first of each kind is its default
const ColorMap* findColorMap(std::string_view id); // nullptr if there is none
const ColorMap& defaultColorMap(bool signedValues); // diverging RdBu for signed values, else viridis

} // namespace phasor
