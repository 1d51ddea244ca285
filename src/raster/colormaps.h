// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/matrix.h"

#include <new>
#include <span>
#include <string_view>
#include <vector>

namespace phasor {

// A table of 256 colors 0xffRRGGBB, from the smallest value to the largest.
struct ColorMap
{
    std::string_view id; // on the command line: "RdBu"
    std::string_view label; // in a menu
    bool diverging = false; // for signed values: the center is 0, lightest or darkest, negative cold, positive warm
    std::string_view source; // author, source of the numbers, license
    std::span<const std::uint32_t, 256> table;
};

// Perceptual ones first; the first of each kind is the default. With each, values stay distinct with deuteranopia,
// protanopia and tritanopia.
std::span<const ColorMap> colorMaps();
const ColorMap* findColorMap(std::string_view id); // nullptr: unknown id
// For signed values diverging RdBu, on a dark ground one that is dark at 0; else viridis.
const ColorMap& defaultColorMap(bool signedValues, bool dark = false);

// An allocator that does not initialize numbers. The workers write all pixels of a picture anyway; zeros first would
// cost a second pass on one thread.
template <typename T> struct UnwrittenAllocator : std::allocator<T>
{
    template <typename U> void construct(U* place) { ::new (static_cast<void*>(place)) U; }
};

using Pixels = std::vector<std::uint32_t, UnwrittenAllocator<std::uint32_t>>; // 0xffRRGGBB, row by row

// pixels[r * cols + c] = color of values(r, c), rows in parallel. range.low has the first color, range.high the last;
// values outside are clamped; NaN has nanColor (0xffRRGGBB). Exact rule: kernels/pixels.h. A range that is not finite
// or has low > high is replaced by displayRange(range).
void colorize(MatrixView<const float> values, Interval range, const ColorMap& map, std::uint32_t nanColor,
              std::uint32_t* pixels);

// Range of the colors for values within `bounds`: symmetric about 0 if values may be negative, otherwise as given.
// Finite, with a finite width, never empty: [0, 0] gives [-1, 1], a constant c > 0 gives [0, 2 c]. Bounds that are not
// a range (NaN, low > high) give [-1, 1].
Interval displayRange(Interval bounds);

// Color of a quantity, the same on every plot, strip and label.
// Okabe and Ito, "Color Universal Design", 2008: distinct for color-blind readers. Blue and green are lighter on dark.
enum class Hue { Embedding, Position, Sum, Dropped, Second }; // the order of the tables in colorOf()

struct HueColors
{
    std::uint32_t full = 0; // 0xffRRGGBB; in a pair: the sine
    std::uint32_t light = 0; // lighter version; in a pair: the cosine
    std::uint32_t type = 0; // of text that belongs to it: contrast >= 4.5 to the ground
};

constexpr HueColors colorOf(Hue hue, bool dark = false) // on a dark ground
{
    constexpr std::uint32_t kFull[2][5] = {{0xffe69f00, 0xff0072b2, 0xff009e73, 0xffd55e00, 0xffcc79a7},
                                           {0xffe69f00, 0xff3a97d4, 0xff2cc998, 0xffd55e00, 0xffcc79a7}};
    constexpr std::uint32_t kType[2][5] = {{0xff8a5f00, 0xff0072b2, 0xff00785a, 0xffb04e00, 0xff9b4577},
                                           {0xfff0b43c, 0xff63b7ec, 0xff3ccba1, 0xffff9a52, 0xffe0a3c4}};
    const std::uint32_t full = kFull[dark ? 1 : 0][static_cast<int>(hue)];
    const std::uint32_t missing = 0xffffffffU - full; // to white
    return {full, full + ((missing >> 1) & 0x007f7f7fU), // the average with white, per channel
            kType[dark ? 1 : 0][static_cast<int>(hue)]};
}

// Color of one line among many that aren't quantities, such as variants of an experiment: Tol's muted colors and others
// between them, none of a quantity. After six lines the colors repeat.
constexpr std::size_t kSeriesColors = 6;
constexpr std::uint32_t seriesColor(std::size_t index)
{
    constexpr std::uint32_t kSeries[kSeriesColors]
        = {0xff332288, 0xff661100, 0xff8a8a2b, 0xff379587, 0xffaa4499, 0xff555b61};
    return kSeries[index % kSeriesColors];
}

} // namespace phasor
