// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/stagefields.h"

#include "kernels/combine.h"
#include "pipeline/scaledsum.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace phasor {

namespace {

Interval symmetric(Interval bounds, double factor)
{
    const double a = bounds.low * factor;
    const double b = bounds.high * factor;
    return {std::min(a, b), std::max(a, b)};
}

class TokenColumn : public Field
{
public:
    explicit TokenColumn(std::shared_ptr<const TokenSequence> sequence)
        : m_sequence(std::move(sequence))
    {
    }
    Shape shape() const override { return {m_sequence->length(), 1}; }
    Interval bounds() const override { return {0, static_cast<double>(std::max<std::int64_t>(1, m_sequence->vocab() - 1))}; }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        for (std::int64_t r = 0; r < rect.rows && rect.cols > 0; ++r)
            out(r, 0) = static_cast<float>(m_sequence->id(rect.row + r));
    }

private:
    std::shared_ptr<const TokenSequence> m_sequence;
};

class GatheredRows : public Field
{
public:
    GatheredRows(FieldPtr table, std::shared_ptr<const TokenSequence> sequence)
        : m_table(std::move(table))
        , m_sequence(std::move(sequence))
    {
    }
    Shape shape() const override { return {m_sequence->length(), m_table->shape().cols}; }
    Interval bounds() const override { return m_table->bounds(); }
    MatrixView<const float> inMemory(Rect rect) const override
    {
        if (rect.empty() || (m_sequence->hasText() && rect.rows > 1))
            return {};
        return m_table->inMemory({m_sequence->id(rect.row), rect.col, rect.rows, rect.cols});
    }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        // Runs of consecutive ids are one rectangle of the table.
        for (std::int64_t r = 0; r < rect.rows;) {
            const std::int64_t id = m_sequence->id(rect.row + r);
            std::int64_t run = 1;
            if (!m_sequence->hasText())
                run = rect.rows;
            while (r + run < rect.rows && m_sequence->id(rect.row + r + run) == id + run)
                ++run;
            m_table->fill({id, rect.col, run, rect.cols}, out.window({r, 0, run, rect.cols}));
            r += run;
        }
    }

private:
    FieldPtr m_table;
    std::shared_ptr<const TokenSequence> m_sequence;
};

class WithZeroRow : public Field
{
public:
    WithZeroRow(FieldPtr table, std::int64_t row)
        : m_table(std::move(table))
        , m_row(row)
    {
    }
    Shape shape() const override { return m_table->shape(); }
    Interval bounds() const override { return m_table->bounds(); }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        m_table->fill(rect, out);
        if (m_row >= rect.row && m_row < rect.row + rect.rows)
            std::fill_n(out.row(m_row - rect.row), rect.cols, 0.0F);
    }

private:
    FieldPtr m_table;
    std::int64_t m_row;
};

class FirstRows : public Field
{
public:
    FirstRows(FieldPtr field, std::int64_t rows)
        : m_field(std::move(field))
        , m_rows(rows)
    {
    }
    Shape shape() const override { return {m_rows, m_field->shape().cols}; }
    Interval bounds() const override { return m_field->bounds(); }
    void fill(Rect rect, MatrixView<float> out) const override { m_field->fill(rect, out); }
    MatrixView<const float> inMemory(Rect rect) const override { return m_field->inMemory(rect); }
    bool hasClosedFormMeans() const override { return m_field->hasClosedFormMeans(); }
    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        m_field->blockMeans(rows, cols, out);
    }

private:
    FieldPtr m_field;
    std::int64_t m_rows;
};

class Scaled : public Field
{
public:
    Scaled(FieldPtr part, float s)
        : m_part(std::move(part))
        , m_s(s)
    {
    }
    Shape shape() const override { return m_part->shape(); }
    Interval bounds() const override { return symmetric(m_part->bounds(), m_s); }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        m_part->fill(rect, out);
        for (std::int64_t r = 0; r < rect.rows; ++r)
            scale(out.row(r), m_s, out.row(r), rect.cols);
    }
    bool hasClosedFormMeans() const override { return m_part->hasClosedFormMeans(); }
    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        m_part->blockMeans(rows, cols, out);
        for (std::int64_t r = 0; r < out.rows(); ++r)
            scale(out.row(r), m_s, out.row(r), out.cols());
    }

    const FieldPtr& part() const { return m_part; }
    float factor() const { return m_s; }

private:
    FieldPtr m_part;
    float m_s;
};

class Concatenated : public Field
{
public:
    Concatenated(FieldPtr left, FieldPtr right)
        : m_left(std::move(left))
        , m_right(std::move(right))
    {
    }
    Shape shape() const override { return {m_left->shape().rows, m_left->shape().cols + m_right->shape().cols}; }
    Interval bounds() const override
    {
        const Interval a = m_left->bounds();
        const Interval b = m_right->bounds();
        return {std::min(a.low, b.low), std::max(a.high, b.high)};
    }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        const std::int64_t border = m_left->shape().cols;
        const std::int64_t left = std::clamp<std::int64_t>(border - rect.col, 0, rect.cols);
        if (left > 0)
            m_left->fill({rect.row, rect.col, rect.rows, left}, out.window({0, 0, rect.rows, left}));
        if (left < rect.cols)
            m_right->fill({rect.row, rect.col + left - border, rect.rows, rect.cols - left},
                          out.window({0, left, rect.rows, rect.cols - left}));
    }

private:
    FieldPtr m_left;
    FieldPtr m_right;
};

} // namespace

FieldPtr tokenColumn(std::shared_ptr<const TokenSequence> sequence)
{
    return std::make_shared<TokenColumn>(std::move(sequence));
}

FieldPtr gatheredRows(FieldPtr table, std::shared_ptr<const TokenSequence> sequence)
{
    return std::make_shared<GatheredRows>(std::move(table), std::move(sequence));
}

FieldPtr withZeroRow(FieldPtr table, std::int64_t row)
{
    return std::make_shared<WithZeroRow>(std::move(table), row);
}

FieldPtr firstRows(FieldPtr field, std::int64_t rows)
{
    if (field->shape().rows == rows)
        return field;
    return std::make_shared<FirstRows>(std::move(field), rows);
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
