// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "field/matrix.h"
#include "field/shape.h"

#include <optional>
#include <vector>

namespace phasor {

// Rows of a smooth picture by bells (B-spline windows, BellRows), for fields with bellMeans(). A bell covers whole
// cells, so its center seldom is a pixel's center. A pixel mixes the two bells around its center by distance:
//
//                  bell 1     bell 2            pixel = (1 - w) bell 1 + w bell 2
//     cells     |    ·    |    ·    |
//                    <- w ->x                   x: center of the pixel, w in cells
class BellAxis
{
public:
    // Arguments as for PixelAxis. Nothing below 3.5 cells a pixel, where such bells differ from the spline too much.
    static std::optional<BellAxis> make(Interval visible, std::int64_t cells, int pixels);

    // Matrix [pixels, columns]; nothing: the field has no bellMeans().
    std::optional<Matrix> rows(const MeansOfBlocks& means, std::span<const Span> cols) const;

private:
    BellAxis() = default;
    Matrix mixed(const Matrix& bells) const;

    // Bells 1 and 2 of each pixel, one cell apart. With more than 64 cells a pixel: only the nearest bell.
    BellRows m_bells;
    std::vector<float> m_below; // weight w of a pixel's bell 2; empty: one bell per pixel
    std::vector<std::size_t> m_edges; // pixels whose bell would reach beyond the table: they show a plain mean
    std::vector<Span> m_whole; // the cells of those pixels
};

} // namespace phasor
