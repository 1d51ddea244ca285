// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/drawnfield.h"

#include "field/matrix.h"
#include "field/matrixfield.h"
#include "field/parallel.h"
#include "system/cancelscope.h"

#include <utility>

namespace phasor {

namespace {

constexpr std::int64_t kLargestInMemory = std::int64_t{1} << 24;
constexpr std::int64_t kGrain = std::int64_t{1}
    << 16; // elements a task: drawing them takes far longer than finding the first

class LazyTable final : public Field
{
public:
    LazyTable(Shape shape, Sequence sequence, Interval bounds)
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
            m_sequence({first, rect.rows * rect.cols, rect.rows * rect.cols, 1, out.data(), 0});
        else
            m_sequence({first, rect.cols, m_shape.cols, rect.rows, out.data(), out.stride()});
    }

private:
    Shape m_shape;
    Sequence m_sequence;
    Interval m_bounds;
};

} // namespace

Result<Drawn> drawnTable(Shape shape, Sequence sequence, Interval bounds, std::shared_ptr<const Generator> after)
{
    const std::int64_t count = shape.rows * shape.cols;
    if (count > kLargestInMemory)
        return Drawn{std::make_shared<LazyTable>(shape, std::move(sequence), bounds), std::move(after)};
    Matrix values(shape);
    parallelFor(0, count, kGrain, [&](Span span) {
        if (!cancelled())
            sequence({span.begin, span.size(), span.size(), 1, values.data() + span.begin, 0});
    });
    if (cancelled())
        return cancelledError();
    auto stored = std::make_shared<const Matrix>(std::move(values));
    return Drawn{std::make_shared<MatrixField>(std::move(stored), bounds), std::move(after)};
}

} // namespace phasor
