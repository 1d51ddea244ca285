// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/matrix.h"

#include <array>
#include <span>
#include <utility>
#include <vector>

namespace phasor {

// Low-pass filter over rows: it removes waves shorter than a pixel, so that a picture shows no false bands (aliasing).
// Its window is a bell, three boxes of n₁, n₂ and n₃ rows convolved with each other (a B-spline if they are equal).
// A wave of f cycles per row keeps D(f, n₁) D(f, n₂) D(f, n₃) of its amplitude, D(f, n) = sin(πnf) / (n sin(πf)).
// Of waves shorter than a box almost nothing is left; a plain mean would leave up to a third.
struct BellRows
{
    std::array<std::int64_t, 3> boxes{1, 1, 1}; // n₁, n₂, n₃, each >= 1
    std::vector<Span> spans; // each: the rows under one window, n₁ + n₂ + n₃ − 2 of them
};

// Means of blocks of cells, faster than cell by cell. They may differ from the mean of the float32 cells by at most
// 2e-6 of the largest bound (rounding).
class MeansOfBlocks
{
public:
    // True: the cost of blockMeans depends on the number of blocks only; a block of 10^9 cells is as cheap as one of
    // ten. False: cells are visited one by one, so very large blocks are better sampled.
    virtual bool inClosedForm() const { return true; }

    // out(i, j) = mean over the cells rows[i] x cols[j], which are inside the shape. Spans may overlap, repeat and be
    // in any order; none is empty. There may be no spans.
    virtual void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const = 0;

    // Means of rows under a bell, in closed form. False, with `out` unchanged, if the Field has no closed form.
    virtual bool bellMeans(const BellRows& /*rows*/, std::span<const Span> /*cols*/, MatrixView<float> /*out*/) const
    {
        return false;
    }

protected:
    ~MeansOfBlocks() = default;
};

// Matrix of values that are computed on demand, any rectangle at a time. Immutable and thread-safe. A cell has the same
// bits in every rectangle.
class Field
{
public:
    virtual ~Field() = default;

    virtual Shape shape() const = 0;

    // Writes the values of `rect` (inside shape()) to `out` (of rect's shape). Any thread; throws only bad_alloc.
    virtual void fill(Rect rect, MatrixView<float> out) const = 0;
    // Same as fill(), bit for bit, for an `out` larger than the last-level cache that is not read back at once: it may
    // bypass the caches.
    virtual void fillStreaming(Rect rect, MatrixView<float> out) const { fill(rect, out); }

    // One value, inside the shape.
    float cell(std::int64_t row, std::int64_t col) const
    {
        float value = 0;
        fill({row, col, 1, 1}, {&value, 1, 1, 1});
        return value;
    }

    // Range that the formula allows, not that of the data: [-1, 1] for sines. Symmetric about 0 if signed.
    virtual Interval bounds() const = 0;

    // Whether cells() has any.
    virtual bool inMemory() const { return false; }
    // The cells of `rect` (inside shape()) in place, valid while the Field lives. Empty: only fill() has them.
    virtual MatrixView<const float> cells(Rect /*rect*/) const { return {}; }

    // Null: not supported; else valid while the Field lives. Any thread.
    virtual const MeansOfBlocks* means() const { return nullptr; }

protected:
    Field() = default;
    Field(const Field&) = default;
    Field& operator=(const Field&) = default;
};

using FieldPtr = std::shared_ptr<const Field>;

// Base class of all decorators: a Field made from another Field, its base. It has the base's shape, bounds and fill()
// unless it overrides them, and nothing else: cells or their order differ.
class ForwardingField : public Field
{
public:
    Shape shape() const override { return m_base->shape(); }
    void fill(Rect rect, MatrixView<float> out) const override { m_base->fill(rect, out); }
    Interval bounds() const override { return m_base->bounds(); }

protected:
    explicit ForwardingField(FieldPtr base)
        : m_base(std::move(base))
    {
    }

    const Field& base() const { return *m_base; }
    const FieldPtr& basePointer() const { return m_base; }

private:
    FieldPtr m_base;
};

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

// A Field that has fill() only: `fill(rect, out)` computes its cells on any thread.
template <typename Fill> FieldPtr computedField(Shape shape, Interval bounds, Fill fill)
{
    return std::make_shared<ComputedField<Fill>>(shape, bounds, std::move(fill));
}

} // namespace phasor
