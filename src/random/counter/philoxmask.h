// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
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

    // The n values of `output` from cell (row, col) on: outputTile's bits, but the mask is used while it is made.
    void output(std::int64_t row, std::int64_t col, std::int64_t n, const OutputRow& output) const;

private:
    void draw(std::int64_t first, std::int64_t length, float* out) const;

    Shape m_shape;
    PhiloxKept m_kept;
};

} // namespace phasor
