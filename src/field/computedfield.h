// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"

#include <utility>

namespace phasor {

template <typename Fill> class ComputedField final : public Field
{
public:
    ComputedField(Shape shape, Interval bounds, Fill fill)
        : m_shape(shape)
        , m_bounds(bounds)
        , m_fill(std::move(fill))
    {
    }

    Shape shape() const override { return m_shape; }
    Interval bounds() const override { return m_bounds; }
    void fill(Rect rect, MatrixView<float> out) const override { m_fill(rect, out); }

private:
    Shape m_shape;
    Interval m_bounds;
    Fill m_fill;
};

// A Field without capabilities; `fill(rect, out)` computes its cells on any thread.
template <typename Fill> FieldPtr computedField(Shape shape, Interval bounds, Fill fill)
{
    return std::make_shared<ComputedField<Fill>>(shape, bounds, std::move(fill));
}

} // namespace phasor
