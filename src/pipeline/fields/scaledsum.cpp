// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/fields/scaledsum.h"

#include "field/matrix.h"
#include "kernels/combine.h"
#include "raster/blockmeans.h"

#include <algorithm>

namespace phasor {

Interval scaledBounds(Interval bounds, double factor)
{
    const double a = bounds.low * factor;
    const double b = bounds.high * factor;
    return {std::min(a, b), std::max(a, b)};
}

ScaledSum::ScaledSum(FieldPtr e, float s, FieldPtr pe)
    : m_e(std::move(e))
    , m_s(s)
    , m_pe(std::move(pe))
{
}

Interval ScaledSum::bounds() const
{
    const Interval e = scaledBounds(m_e->bounds(), m_s);
    const Interval pe = m_pe->bounds();
    return {e.low + pe.low, e.high + pe.high};
}

void ScaledSum::write(Rect rect, MatrixView<float> out, bool stream) const
{
    TileOperand e(*m_e);
    TileOperand pe(*m_pe);
    forTiles(rect, [&](Rect tile) {
        const MatrixView<float> target = out.window(tile);
        const MatrixView<const float> embedding = e.values(moved(tile, rect));
        const MatrixView<const float> position = pe.values(moved(tile, rect));
        for (std::int64_t r = 0; r < tile.rows; ++r)
            scaleAdd(embedding.row(r), m_s, position.row(r), target.row(r), tile.cols, stream);
    });
    if (stream)
        storeFence();
}

bool ScaledSum::inClosedForm() const
{
    return hasMeansInClosedForm(*m_e) && hasMeansInClosedForm(*m_pe);
}

// The mean of a sum is the sum of the means: a part with a closed form need not be visited.
void ScaledSum::blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const
{
    Matrix e(out.shape());
    phasor::blockMeans(*m_e, rows, cols, e.view());
    phasor::blockMeans(*m_pe, rows, cols, out);
    for (std::int64_t r = 0; r < out.rows(); ++r)
        scaleAdd(e.view().row(r), m_s, out.row(r), out.row(r), out.cols());
}

} // namespace phasor
