// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "field/matrix.h"
#include "field/shape.h"

#include <optional>
#include <vector>

namespace phasor {

// The rows of a smooth picture as bells of whole cells, for fields that know the means of such rows: each pixel has
// the two whose middles are next to its own, weighed by their distance.
class BellAxis
{
public:
    // As PixelAxis; nothing where pixels have so few cells that bells of whole cells are not like the spline.
    static std::optional<BellAxis> make(Interval visible, std::int64_t cells, int pixels);

    // [pixels, columns]; nothing: the field has no such means.
    std::optional<Matrix> rows(const MeansOfBlocks& means, std::span<const Span> cols) const;

private:
    BellAxis() = default;
    Matrix mixed(const Matrix& bells) const;

    // Of each pixel the bell whose middle is the last one not below the pixel's, and the one a cell below that; where
    // cells are many, the nearest alone.
    BellRows m_bells;
    std::vector<float> m_below; // weight of a pixel's second bell; empty: it has none
    std::vector<std::size_t> m_edges; // pixels whose bell would stand out from the table
    std::vector<Span> m_whole; // the cells of those
};

} // namespace phasor
