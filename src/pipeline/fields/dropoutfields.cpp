// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/fields/stagefields.h"

#include "field/computedfield.h"
#include "kernels/combine.h"
#include "random/philox.h"

namespace phasor {

namespace {

class Dropped final : public ForwardingField, private StreamingStores
{
public:
    Dropped(FieldPtr x, FieldPtr keep, float factor, std::shared_ptr<const TokenSequence> sequence)
        : ForwardingField(std::move(x), Cells::Changed)
        , m_sum(dynamic_cast<const ScaledSum*>(&base()))
        , m_keep(std::move(keep))
        , m_philox(dynamic_cast<const PhiloxMask*>(m_keep.get()))
        , m_factor(factor)
        , m_sequence(std::move(sequence))
    {
    }

    Interval bounds() const override { return scaledBounds(base().bounds(), m_factor > 0 ? m_factor : 1); }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        m_sum != nullptr ? writeSum(rect, out, false) : write(rect, out);
    }

    const StreamingStores* stores() const override { return m_sum != nullptr ? this : nullptr; }

private:
    void fillStreaming(Rect rect, MatrixView<float> out) const override { writeSum(rect, out, true); }

    void write(Rect rect, MatrixView<float> out) const
    {
        TileOperand x(base());
        TileOperand keep(*m_keep);
        forTiles(rect, [&](Rect tile, Rect source) {
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

    // The entire pipeline in one pass: reads only the embedding from memory, writes only the output.
    void writeSum(Rect rect, MatrixView<float> out, bool stream) const
    {
        TileOperand e(m_sum->e());
        TileOperand pe(m_sum->pe());
        TileOperand keep(*m_keep);
        forTiles(rect, [&](Rect tile, Rect source) {
            const MatrixView<float> target = out.window(tile);
            const MatrixView<const float> embedding = e.values(source);
            const MatrixView<const float> position = pe.values(source);
            const MatrixView<const float> kept = m_philox != nullptr ? MatrixView<const float>() : keep.values(source);
            // prefetch distance that hides the memory's latency
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

    const ScaledSum* m_sum; // the base, if it is one
    FieldPtr m_keep;
    const PhiloxMask* m_philox; // m_keep, if it is one
    float m_factor;
    std::shared_ptr<const TokenSequence> m_sequence;
};

// A field with every cell replaced by `value` in the rows for which `chosen` is true, on any thread.
class RowsReplaced final : public ForwardingField, private StoredCells
{
public:
    RowsReplaced(FieldPtr field, std::function<bool(std::int64_t)> chosen, float value)
        : ForwardingField(std::move(field), Cells::Changed)
        , m_chosen(std::move(chosen))
        , m_value(value)
    {
    }

    void fill(Rect rect, MatrixView<float> out) const override
    {
        base().fill(rect, out);
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            if (m_chosen(rect.row + r))
                std::fill_n(out.row(r), rect.cols, m_value);
        }
    }

    const StoredCells* memory() const override { return base().memory() != nullptr ? this : nullptr; }

private:
    // The stored cells, if none of the rows is replaced.
    MatrixView<const float> cells(Rect rect) const override
    {
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            if (m_chosen(rect.row + r))
                return {};
        }
        return base().memory()->cells(rect);
    }

    std::function<bool(std::int64_t)> m_chosen;
    float m_value;
};

} // namespace

FieldPtr repeated(FieldPtr values, Shape shape)
{
    const bool isColumn = values->shape() == Shape{shape.rows, 1};
    const Interval bounds = values->bounds();
    return computedField(shape, bounds, [isColumn, values = std::move(values)](Rect rect, MatrixView<float> out) {
        if (rect.empty())
            return;
        if (isColumn) {
            std::vector<float> column(static_cast<std::size_t>(rect.rows));
            values->fill({rect.row, 0, rect.rows, 1}, {column.data(), rect.rows, 1, 1});
            for (std::int64_t r = 0; r < rect.rows; ++r)
                std::fill_n(out.row(r), rect.cols, column[static_cast<std::size_t>(r)]);
        } else {
            values->fill({0, rect.col, 1, rect.cols}, out.window({0, 0, 1, rect.cols}));
            for (std::int64_t r = 1; r < rect.rows; ++r)
                std::copy_n(out.row(0), rect.cols, out.row(r));
        }
    });
}

FieldPtr withZeroRow(FieldPtr table, std::int64_t row)
{
    return std::make_shared<RowsReplaced>(
        std::move(table), [row](std::int64_t r) { return r == row; }, 0.0F);
}

FieldPtr withProtectedRows(FieldPtr mask, std::shared_ptr<const TokenSequence> sequence)
{
    if (!sequence->hasProtected())
        return mask;
    const auto chosen = [tokens = std::move(sequence)](std::int64_t row) {
        return tokens->isProtected(row);
    };
    return std::make_shared<RowsReplaced>(std::move(mask), chosen, 1.0F);
}

FieldPtr withFilledPadding(FieldPtr field, std::shared_ptr<const TokenSequence> sequence)
{
    if (!sequence->hasPadding())
        return field;
    const auto chosen = [tokens = std::move(sequence)](std::int64_t row) {
        return tokens->isPadding(row) && !tokens->isProtected(row);
    };
    return std::make_shared<RowsReplaced>(std::move(field), chosen, 0.0F);
}

FieldPtr dropped(FieldPtr x, FieldPtr keep, float factor, std::shared_ptr<const TokenSequence> sequence)
{
    return std::make_shared<Dropped>(std::move(x), std::move(keep), factor, std::move(sequence));
}

} // namespace phasor
