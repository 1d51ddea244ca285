// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/fields/stagefields.h"

#include "field/computedfield.h"
#include "kernels/combine.h"

namespace phasor {

Interval scaledBounds(Interval bounds, double factor)
{
    const double a = bounds.low * factor;
    const double b = bounds.high * factor;
    return {std::min(a, b), std::max(a, b)};
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
    forTiles(rect, [&](Rect tile, Rect source) {
        const MatrixView<float> target = out.window(tile);
        const MatrixView<const float> embedding = e.values(source);
        const MatrixView<const float> position = pe.values(source);
        for (std::int64_t r = 0; r < tile.rows; ++r)
            scaleAdd(embedding.row(r), m_s, position.row(r), target.row(r), tile.cols, stream);
    });
    if (stream)
        storeFence();
}

// Mean of a sum = sum of the means, so that a part with a closed form need not be visited.
void ScaledSum::blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const
{
    Matrix e(out.shape());
    phasor::blockMeans(*m_e, rows, cols, e.view());
    phasor::blockMeans(*m_pe, rows, cols, out);
    for (std::int64_t r = 0; r < out.rows(); ++r)
        scaleAdd(e.view().row(r), m_s, out.row(r), out.row(r), out.cols());
}

namespace {

class GatheredRows final : public ForwardingField, private StoredCells
{
public:
    GatheredRows(FieldPtr table, std::shared_ptr<const TokenSequence> sequence)
        : ForwardingField(std::move(table), Cells::Changed)
        , m_sequence(std::move(sequence))
    {
    }

    Shape shape() const override { return {m_sequence->length(), base().shape().cols}; }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        for (std::int64_t r = 0; r < rect.rows;) {
            const std::int64_t rows = run(rect.row + r, rect.rows - r);
            base().fill({m_sequence->id(rect.row + r), rect.col, rows, rect.cols}, out.window({r, 0, rows, rect.cols}));
            r += rows;
        }
    }

    const StoredCells* memory() const override { return base().memory() != nullptr ? this : nullptr; }

private:
    MatrixView<const float> cells(Rect rect) const override
    {
        if (rect.empty() || run(rect.row, rect.rows) < rect.rows)
            return {};
        return base().memory()->cells({m_sequence->id(rect.row), rect.col, rect.rows, rect.cols});
    }

    // Number of rows from `row` on, up to `most`, with consecutive ids: they are one rectangle of the table.
    std::int64_t run(std::int64_t row, std::int64_t most) const
    {
        if (!m_sequence->hasText())
            return most;
        const std::int64_t id = m_sequence->id(row);
        std::int64_t count = 1;
        while (count < most && m_sequence->id(row + count) == id + count)
            ++count;
        return count;
    }

    std::shared_ptr<const TokenSequence> m_sequence;
};

class Scaled final : public ForwardingField, private MeansOfBlocks
{
public:
    Scaled(FieldPtr part, float s)
        : ForwardingField(std::move(part), Cells::Changed)
        , m_s(s)
    {
    }

    Interval bounds() const override { return scaledBounds(base().bounds(), m_s); }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        base().fill(rect, out);
        scaleRows(out);
    }

    const MeansOfBlocks* means() const override { return this; }

    const FieldPtr& part() const { return basePointer(); }
    float factor() const { return m_s; }

private:
    bool inClosedForm() const override { return hasMeansInClosedForm(base()); }
    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        phasor::blockMeans(base(), rows, cols, out);
        scaleRows(out);
    }
    bool bellMeans(const BellRows& rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        const bool made = base().means() != nullptr && base().means()->bellMeans(rows, cols, out);
        if (made)
            scaleRows(out);
        return made;
    }

    void scaleRows(MatrixView<float> values) const
    {
        for (std::int64_t r = 0; r < values.rows(); ++r)
            scale(values.row(r), m_s, values.row(r), values.cols());
    }

    float m_s;
};

class Concatenated final : public Field, private StoredCells
{
public:
    Concatenated(FieldPtr left, FieldPtr right)
        : m_left(std::move(left))
        , m_right(std::move(right))
    {
    }

    Shape shape() const override { return {m_left->shape().rows, border() + m_right->shape().cols}; }
    Interval bounds() const override
    {
        const Interval a = m_left->bounds();
        const Interval b = m_right->bounds();
        return {std::min(a.low, b.low), std::max(a.high, b.high)};
    }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        const std::int64_t left = std::clamp<std::int64_t>(border() - rect.col, 0, rect.cols);
        if (left > 0)
            m_left->fill({rect.row, rect.col, rect.rows, left}, out.window({0, 0, rect.rows, left}));
        if (left < rect.cols)
            m_right->fill({rect.row, rect.col + left - border(), rect.rows, rect.cols - left},
                          out.window({0, left, rect.rows, rect.cols - left}));
    }

    const StoredCells* memory() const override
    {
        return m_left->memory() != nullptr || m_right->memory() != nullptr ? this : nullptr;
    }

private:
    std::int64_t border() const { return m_left->shape().cols; }

    // Cells within one part only; the two parts are separate in memory.
    MatrixView<const float> cells(Rect rect) const override
    {
        if (rect.col + rect.cols <= border())
            return cellsInMemory(*m_left, rect);
        if (rect.col >= border())
            return cellsInMemory(*m_right, {rect.row, rect.col - border(), rect.rows, rect.cols});
        return {};
    }

    FieldPtr m_left;
    FieldPtr m_right;
};

} // namespace

FieldPtr tokenColumn(std::shared_ptr<const TokenSequence> sequence)
{
    const Shape shape{sequence->length(), 1};
    const Interval bounds{0, static_cast<double>(std::max<std::int64_t>(1, sequence->vocab() - 1))};
    return computedField(shape, bounds, [sequence = std::move(sequence)](Rect rect, MatrixView<float> out) {
        for (std::int64_t r = 0; r < rect.rows && rect.cols > 0; ++r)
            out(r, 0) = static_cast<float>(sequence->id(rect.row + r));
    });
}

FieldPtr gatheredRows(FieldPtr table, std::shared_ptr<const TokenSequence> sequence)
{
    return std::make_shared<GatheredRows>(std::move(table), std::move(sequence));
}

FieldPtr scaled(FieldPtr part, float s)
{
    if (s == 1.0F)
        return part;
    return std::make_shared<Scaled>(std::move(part), s);
}

FieldPtr sum(FieldPtr a, FieldPtr b)
{
    if (const auto* product = dynamic_cast<const Scaled*>(a.get()))
        return std::make_shared<ScaledSum>(product->part(), product->factor(), std::move(b));
    return std::make_shared<ScaledSum>(std::move(a), 1.0F, std::move(b));
}

FieldPtr concatenated(FieldPtr left, FieldPtr right)
{
    return std::make_shared<Concatenated>(std::move(left), std::move(right));
}

} // namespace phasor
