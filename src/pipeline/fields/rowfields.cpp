// SPDX-License-Identifier: GPL-3.0-or-later
// Fields that take rows and columns from others, or repeat and replace them.
#include "pipeline/fields/stagefields.h"

namespace phasor {

namespace {

class GatheredRows final : public ForwardingField
{
public:
    GatheredRows(FieldPtr table, std::shared_ptr<const TokenSequence> sequence)
        : ForwardingField(std::move(table))
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

    bool inMemory() const override { return base().inMemory(); }
    MatrixView<const float> cells(Rect rect) const override
    {
        if (rect.empty() || run(rect.row, rect.rows) < rect.rows)
            return {};
        return base().cells({m_sequence->id(rect.row), rect.col, rect.rows, rect.cols});
    }

private:
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

class Concatenated final : public Field
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

    bool inMemory() const override { return m_left->inMemory() || m_right->inMemory(); }
    // Cells within one part only; the two parts are separate in memory.
    MatrixView<const float> cells(Rect rect) const override
    {
        if (rect.col + rect.cols <= border())
            return m_left->cells(rect);
        if (rect.col >= border())
            return m_right->cells({rect.row, rect.col - border(), rect.rows, rect.cols});
        return {};
    }

private:
    std::int64_t border() const { return m_left->shape().cols; }

    FieldPtr m_left;
    FieldPtr m_right;
};

// A field with every cell replaced by `value` in the rows for which `chosen` is true, on any thread.
class RowsReplaced final : public ForwardingField
{
public:
    RowsReplaced(FieldPtr field, std::function<bool(std::int64_t)> chosen, float value)
        : ForwardingField(std::move(field))
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

    bool inMemory() const override { return base().inMemory(); }
    // The stored cells, if none of the rows is replaced.
    MatrixView<const float> cells(Rect rect) const override
    {
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            if (m_chosen(rect.row + r))
                return {};
        }
        return base().cells(rect);
    }

private:
    std::function<bool(std::int64_t)> m_chosen;
    float m_value;
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

FieldPtr concatenated(FieldPtr left, FieldPtr right)
{
    return std::make_shared<Concatenated>(std::move(left), std::move(right));
}

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

} // namespace phasor
