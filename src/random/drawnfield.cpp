// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/drawnfield.h"

#include "field/matrix.h"
#include "field/parallel.h"

#include <algorithm>
#include <utility>

namespace phasor {

namespace {

constexpr std::int64_t kLargestInMemory = std::int64_t{1} << 24;
constexpr std::int64_t kGrain = std::int64_t{1} << 16; // elements a task: far more than what it costs to find the place

class LazyTable final : public Field
{
public:
    LazyTable(Shape shape, std::shared_ptr<const Sequence> sequence, Interval bounds)
        : m_shape(shape)
        , m_sequence(std::move(sequence))
        , m_bounds(bounds)
    {
    }

    Shape shape() const override { return m_shape; }
    Interval bounds() const override { return m_bounds; }

    void fill(Rect rect, MatrixView<float> out) const override
    {
        if (rect.empty())
            return;
        const std::int64_t first = rect.row * m_shape.cols + rect.col;
        if (rect.cols == m_shape.cols && out.contiguous())
            m_sequence->draw({first, rect.rows * rect.cols, rect.rows * rect.cols, 1, out.data(), 0});
        else
            m_sequence->draw({first, rect.cols, m_shape.cols, rect.rows, out.data(), out.stride()});
    }

private:
    Shape m_shape;
    std::shared_ptr<const Sequence> m_sequence;
    Interval m_bounds;
};

class StoredTable final : public Field
{
public:
    StoredTable(Matrix values, Interval bounds)
        : m_values(std::move(values))
        , m_bounds(bounds)
    {
    }

    Shape shape() const override { return m_values.shape(); }
    Interval bounds() const override { return m_bounds; }

    MatrixView<const float> inMemory(Rect rect) const override { return m_values.view().window(rect); }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            const float* row = m_values.view().row(rect.row + r) + rect.col;
            std::copy_n(row, rect.cols, out.row(r));
        }
    }

private:
    Matrix m_values;
    Interval m_bounds;
};

class ConstantTable final : public Field
{
public:
    ConstantTable(Shape shape, float value, Interval bounds)
        : m_shape(shape)
        , m_value(value)
        , m_bounds(bounds)
    {
    }

    Shape shape() const override { return m_shape; }
    Interval bounds() const override { return m_bounds; }

    void fill(Rect rect, MatrixView<float> out) const override
    {
        for (std::int64_t r = 0; r < rect.rows; ++r)
            std::fill_n(out.row(r), rect.cols, m_value);
    }

private:
    Shape m_shape;
    float m_value;
    Interval m_bounds;
};

} // namespace

Result<Drawn> drawnTable(Shape shape, std::shared_ptr<const Sequence> sequence, Interval bounds,
                         std::shared_ptr<const Generator> after, const CancelToken& cancel)
{
    const std::int64_t count = shape.rows * shape.cols;
    if (count > kLargestInMemory)
        return Drawn{std::make_shared<LazyTable>(shape, std::move(sequence), bounds), std::move(after)};
    Matrix values(shape);
    parallelFor(0, count, kGrain, [&](Span span) {
        if (!cancel.cancelled())
            sequence->draw({span.begin, span.size(), span.size(), 1, values.data() + span.begin, 0});
    });
    if (cancel.cancelled())
        return cancelledError();
    return Drawn{std::make_shared<StoredTable>(std::move(values), bounds), std::move(after)};
}

FieldPtr constantField(Shape shape, float value, Interval bounds)
{
    return std::make_shared<ConstantTable>(shape, value, bounds);
}

} // namespace phasor
