// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/matrix.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

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

// An allocator that leaves numbers undefined until they are written: all pixels of a picture are written anyway, each
// worker its own, and zeros before that would be a second pass on one thread.
template <typename T> struct UnwrittenAllocator : std::allocator<T>
{
    template <typename U> void construct(U* place) { ::new (static_cast<void*>(place)) U; }
    template <typename U, typename... From> void construct(U* place, From&&... from)
    {
        ::new (static_cast<void*>(place)) U(std::forward<From>(from)...);
    }
};

using Pixels = std::vector<std::uint32_t, UnwrittenAllocator<std::uint32_t>>; // 0xffRRGGBB, row by row

// pixels[r * cols + c] = colour of values(r, c), rows in parallel. range.low has the first colour, range.high the last,
// values outside are clamped; NaN has nanColour (0xffRRGGBB). Exact rule: kernels/pixels.h. The range is taken as it
// is, unless it is not finite or has low > high: then displayRange(range) stands for it.
void colourise(MatrixView<const float> values, Interval range, const ColorMap& map, std::uint32_t nanColour,
               std::uint32_t* pixels);

// The range of colours for values within `bounds`: symmetric about 0 if there may be negative values, otherwise as
// given. Finite, with a finite width, and never empty: [0, 0] gives [-1, 1], a constant c > 0 gives [0, 2 c]. Bounds
// that are not a range (NaN, low > high) give [-1, 1].
Interval displayRange(Interval bounds);

// One colour per quantity, the same on every plot, strip and label.
// Okabe and Ito, "Color Universal Design", 2008: told apart by colour-blind eyes.
enum class Hue { Embedding, Position, Sum, Dropped, Second };

struct HueColours
{
    std::uint32_t full = 0; // 0xffRRGGBB; of one pair, the sine
    std::uint32_t light = 0; // the lighter twin; of one pair, the cosine
};

// Half way from `colour` to white, per channel.
constexpr std::uint32_t lighter(std::uint32_t colour)
{
    const std::uint32_t missing = 0x00ffffffU - (colour & 0x00ffffffU);
    return colour + ((missing >> 1) & 0x007f7f7fU);
}

constexpr HueColours colourOf(Hue hue)
{
    constexpr std::uint32_t kFull[] = {0xffe69f00, 0xff0072b2, 0xff009e73, 0xffd55e00, 0xffcc79a7};
    const std::uint32_t full = kFull[static_cast<int>(hue)];
    return {full, lighter(full)};
}

// Of one line among many that are no quantity: Okabe and Ito's that no set-up has, and two more; `index` counts on
// from the first again where there are more lines.
constexpr std::size_t kSeriesColours = 6;
constexpr std::uint32_t seriesColour(std::size_t index)
{
    constexpr std::uint32_t kColours[kSeriesColours]
        = {0xffe69f00, 0xff009e73, 0xffd55e00, 0xff56b4e9, 0xff8c6bb1, 0xff9a8a00};
    return kColours[index % kSeriesColours];
}

} // namespace phasor
