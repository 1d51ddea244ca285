// SPDX-License-Identifier: GPL-3.0-or-later
#include "field/constantfield.h"

#include <algorithm>

namespace phasor {

namespace {

class ConstantField final : public Field, private MeansOfBlocks
{
public:
    ConstantField(Shape shape, float value, Interval bounds)
        : m_shape(shape)
        , m_value(value)
        , m_bounds(bounds)
    {
    }

    Shape shape() const override { return m_shape; }
    Interval bounds() const override { return m_bounds; }
    void fill(Rect, MatrixView<float> out) const override
    {
        for (std::int64_t r = 0; r < out.rows(); ++r)
            std::fill_n(out.row(r), out.cols(), m_value);
    }
    const MeansOfBlocks* means() const override { return this; }

private:
    bool inClosedForm() const override { return true; }
    void blockMeans(std::span<const Span>, std::span<const Span>, MatrixView<float> out) const override
    {
        fill({}, out);
    }

    Shape m_shape;
    float m_value;
    Interval m_bounds;
};

} // namespace

FieldPtr constantField(Shape shape, float value, Interval bounds)
{
    return std::make_shared<ConstantField>(shape, value, bounds);
}

} // namespace phasor
