// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/field.h"
#include "kernels/philox.h"

namespace phasor {

// A keep mask of `shape`, row by row: cell i is 1 where word i of PhiloxStream(key, offset) is below the threshold,
// else 0. One counter for four cells; never stored, since it is sooner made again than read from memory.
class PhiloxMask final : public Field
{
public:
    PhiloxMask(Shape shape, const PhiloxKept& kept);

    Shape shape() const override { return m_shape; }
    Interval bounds() const override { return {0, 1}; }
    void fill(Rect rect, MatrixView<float> out) const override;

    // out[i] = ((e[i] * s) + pe[i]) * (cell (row, col + i) ? factor : 0), i < n: outputTile's bits, but the mask is
    // used while it is made. `stream` writes past the caches: a storeFence() must follow.
    void output(std::int64_t row, std::int64_t col, std::int64_t n, const float* e, float s, const float* pe,
                float factor, float* out, bool stream) const;

private:
    void draw(std::int64_t first, std::int64_t length, float* out) const;
    void partly(std::uint64_t counter, std::size_t from, std::size_t count, float* out) const;

    Shape m_shape;
    PhiloxKept m_kept;
};

} // namespace phasor
