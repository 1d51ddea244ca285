// SPDX-License-Identifier: GPL-3.0-or-later
#include "field/matrixfield.h"

#include "field/parallel.h"
#include "system/processors.h"

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
    void fill(Rect, MatrixView<float> out) const override { out.fill(m_value); }
    const MeansOfBlocks* means() const override { return this; }

private:
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

bool streamsPastCaches(Shape shape)
{
    static const std::int64_t cache = lastLevelCacheBytes(); // read only once, as it is needed for each table
    return shape.rows > cache / 4 / std::max<std::int64_t>(1, shape.cols);
}

void materialize(const Field& field, Rect window, Matrix& out)
{
    out.resize(window.shape());
    if (window.empty())
        return;
    const bool streaming = streamsPastCaches(window.shape());
    // Many bands per worker, so that none is idle for long at the end; but none so small that its overhead dominates.
    // Encodings compute exact values at the start of each block of positions, so bands consist of entire blocks.
    constexpr std::int64_t kBlock = 128;
    constexpr std::int64_t kCells = 1 << 17;
    const std::int64_t bands = std::int64_t{workerCount()} * 32;
    const std::int64_t share = std::max((window.rows + bands - 1) / bands, kCells / window.cols);
    const std::int64_t grain = (share + kBlock - 1) / kBlock * kBlock;
    parallelFor(0, window.rows, grain, [&](Span span) {
        const Rect place{window.row + span.begin, window.col, span.size(), window.cols};
        const MatrixView<float> target = out.view().window({span.begin, 0, span.size(), window.cols});
        streaming ? field.fillStreaming(place, target) : field.fill(place, target);
    });
}

} // namespace phasor
