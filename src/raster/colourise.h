// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/matrixview.h"
#include "raster/colormaps.h"

#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace phasor {

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

} // namespace phasor
