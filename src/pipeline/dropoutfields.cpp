// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/dropoutfields.h"

#include "kernels/combine.h"
#include "kernels/memory.h"
#include "pipeline/fieldtiles.h"
#include "pipeline/scaledsum.h"
#include "random/counter/philoxmask.h"

#include <algorithm>
#include <vector>

namespace phasor {

namespace {

class Constant : public Field
{
public:
    Constant(Shape shape, float value)
        : m_shape(shape)
        , m_value(value)
    {
    }
    Shape shape() const override { return m_shape; }
    Interval bounds() const override { return {0, 1}; }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        for (std::int64_t r = 0; r < rect.rows; ++r)
            std::fill_n(out.row(r), rect.cols, m_value);
    }
    bool hasClosedFormMeans() const override { return true; }
    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        fill({0, 0, static_cast<std::int64_t>(rows.size()), static_cast<std::int64_t>(cols.size())}, out);
    }

private:
    Shape m_shape;
    float m_value;
};

class Repeated : public Field
{
public:
    Repeated(FieldPtr values, Shape shape)
        : m_values(std::move(values))
        , m_shape(shape)
    {
    }
    Shape shape() const override { return m_shape; }
    Interval bounds() const override { return m_values->bounds(); }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        if (rect.empty())
            return;
        const Shape given = m_values->shape();
        if (given.cols == 1 && given.rows == m_shape.rows) {
            std::vector<float> column(static_cast<std::size_t>(rect.rows));
            m_values->fill({rect.row, 0, rect.rows, 1}, {column.data(), rect.rows, 1, 1});
            for (std::int64_t r = 0; r < rect.rows; ++r)
                std::fill_n(out.row(r), rect.cols, column[static_cast<std::size_t>(r)]);
        } else {
            m_values->fill({0, rect.col, 1, rect.cols}, out.window({0, 0, 1, rect.cols}));
            for (std::int64_t r = 1; r < rect.rows; ++r)
                std::copy_n(out.row(0), rect.cols, out.row(r));
        }
    }

private:
    FieldPtr m_values;
    Shape m_shape;
};

class Columns : public Field
{
public:
    Columns(FieldPtr field, std::int64_t first, std::int64_t count)
        : m_field(std::move(field))
        , m_first(first)
        , m_count(count)
    {
    }
    Shape shape() const override { return {m_field->shape().rows, m_count}; }
    Interval bounds() const override { return m_field->bounds(); }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        m_field->fill({rect.row, rect.col + m_first, rect.rows, rect.cols}, out);
    }

private:
    FieldPtr m_field;
    std::int64_t m_first;
    std::int64_t m_count;
};

// `field`, but every cell `value` in the rows that `chosen` names.
class RowsReplaced : public Field
{
public:
    using Chosen = bool (*)(const TokenSequence& sequence, std::int64_t row);

    RowsReplaced(FieldPtr field, std::shared_ptr<const TokenSequence> sequence, Chosen chosen, float value)
        : m_field(std::move(field))
        , m_sequence(std::move(sequence))
        , m_chosen(chosen)
        , m_value(value)
    {
    }
    Shape shape() const override { return m_field->shape(); }
    Interval bounds() const override { return m_field->bounds(); }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        m_field->fill(rect, out);
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            if (m_chosen(*m_sequence, rect.row + r))
                std::fill_n(out.row(r), rect.cols, m_value);
        }
    }

private:
    FieldPtr m_field;
    std::shared_ptr<const TokenSequence> m_sequence;
    Chosen m_chosen;
    float m_value;
};

class Dropped : public Field
{
public:
    Dropped(FieldPtr x, FieldPtr keep, float factor, std::shared_ptr<const TokenSequence> sequence)
        : m_x(std::move(x))
        , m_sum(dynamic_cast<const ScaledSum*>(m_x.get()))
        , m_keep(std::move(keep))
        , m_philox(dynamic_cast<const PhiloxMask*>(m_keep.get()))
        , m_factor(factor)
        , m_sequence(std::move(sequence))
    {
    }
    Shape shape() const override { return m_x->shape(); }
    Interval bounds() const override
    {
        const Interval x = m_x->bounds();
        const double factor = m_factor > 0 ? m_factor : 1;
        return {x.low * factor, x.high * factor};
    }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        m_sum != nullptr ? writeSum(rect, out, false) : write(rect, out);
    }
    void fillStreaming(Rect rect, MatrixView<float> out) const override
    {
        m_sum != nullptr ? writeSum(rect, out, true) : write(rect, out);
    }

private:
    void write(Rect rect, MatrixView<float> out) const
    {
        TileOperand x(*m_x);
        TileOperand keep(*m_keep);
        forTiles(rect, [&](Rect tile) {
            const Rect source = moved(tile, rect);
            const MatrixView<float> target = out.window(tile);
            const MatrixView<const float> values = x.values(source);
            const MatrixView<const float> kept = keep.values(source);
            for (std::int64_t r = 0; r < tile.rows; ++r) {
                if (m_sequence->isProtected(source.row + r))
                    std::copy_n(values.row(r), tile.cols, target.row(r));
                else
                    dropout(values.row(r), kept.row(r), m_factor, target.row(r), tile.cols);
            }
        });
    }

    // The whole pipeline in one pass: only the embedding comes from memory, only the output goes there.
    void writeSum(Rect rect, MatrixView<float> out, bool stream) const
    {
        TileOperand e(m_sum->e());
        TileOperand pe(m_sum->pe());
        TileOperand keep(*m_keep);
        forTiles(rect, [&](Rect tile) {
            const Rect source = moved(tile, rect);
            const MatrixView<float> target = out.window(tile);
            const MatrixView<const float> embedding = e.values(source);
            const MatrixView<const float> position = pe.values(source);
            const MatrixView<const float> kept = m_philox != nullptr ? MatrixView<const float>() : keep.values(source);
            // What memory needs to deliver, at the speed of the counters.
            constexpr std::int64_t kAhead = 1024; // floats
            const std::int64_t below = std::max<std::int64_t>(1, kAhead / tile.cols);
            for (std::int64_t r = 0; r < tile.rows; ++r) {
                const float* const x = embedding.row(r);
                const float* const pex = position.row(r);
                if (m_sequence->isProtected(source.row + r))
                    scaleAdd(x, m_sum->s(), pex, target.row(r), tile.cols, stream);
                else if (m_philox != nullptr)
                    m_philox->output(source.row + r, source.col, tile.cols,
                                     {x, embedding.row(std::min(r + below, tile.rows - 1)), m_sum->s(), pex, m_factor,
                                      target.row(r), stream});
                else
                    outputTile(x, m_sum->s(), pex, kept.row(r), m_factor, target.row(r), tile.cols, stream);
            }
        });
        if (stream)
            storeFence();
    }

    FieldPtr m_x;
    const ScaledSum* m_sum; // m_x, if it is one
    FieldPtr m_keep;
    const PhiloxMask* m_philox; // m_keep, if it is one
    float m_factor;
    std::shared_ptr<const TokenSequence> m_sequence;
};

} // namespace

FieldPtr constant(Shape shape, float value)
{
    return std::make_shared<Constant>(shape, value);
}

FieldPtr repeated(FieldPtr values, Shape shape)
{
    return std::make_shared<Repeated>(std::move(values), shape);
}

FieldPtr columnsOf(FieldPtr field, std::int64_t first, std::int64_t count)
{
    return std::make_shared<Columns>(std::move(field), first, count);
}

FieldPtr withProtectedRows(FieldPtr mask, std::shared_ptr<const TokenSequence> sequence)
{
    if (!sequence->hasProtected())
        return mask;
    return std::make_shared<RowsReplaced>(
        std::move(mask), std::move(sequence),
        [](const TokenSequence& tokens, std::int64_t row) { return tokens.isProtected(row); }, 1.0F);
}

FieldPtr withFilledPadding(FieldPtr field, std::shared_ptr<const TokenSequence> sequence)
{
    if (!sequence->hasPadding())
        return field;
    return std::make_shared<RowsReplaced>(
        std::move(field), std::move(sequence),
        [](const TokenSequence& tokens, std::int64_t row) { return tokens.isPadding(row) && !tokens.isProtected(row); },
        0.0F);
}

FieldPtr dropped(FieldPtr x, FieldPtr keep, float factor, std::shared_ptr<const TokenSequence> sequence)
{
    return std::make_shared<Dropped>(std::move(x), std::move(keep), factor, std::move(sequence));
}

} // namespace phasor
