// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/matrixview.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

// What only some Fields can do. A Field is asked for each: field.memory(), field.stores(), field.means(). The answer is
// null where it cannot, else it lives as long as the Field; every function may be called on any thread.
namespace phasor {

// Cells that lie in memory: they can be read where they are.
class StoredCells
{
public:
    // The cells of `rect` (inside the Field's shape), or an empty view if these cells have to be computed: fill() then.
    virtual MatrixView<const float> cells(Rect rect) const = 0;

protected:
    ~StoredCells() = default;
};

// Stores past the caches, for a destination that is larger than the last-level cache and is not read back at once.
class StreamingStores
{
public:
    // As the Field's fill(), with the same bits.
    virtual void fillStreaming(Rect rect, MatrixView<float> out) const = 0;

protected:
    ~StreamingStores() = default;
};

// Rows of which each mean has weights like a bell: three boxes of so many rows, folded into each other. Of a wave of
// f cycles a row D(f, n₁) D(f, n₂) D(f, n₃) is left, D(f, n) = sin(πnf) / (n sin(πf)): next to nothing of one that is
// shorter than a box, where a plain mean leaves up to a third.
struct BellRows
{
    std::array<std::int64_t, 3> boxes{1, 1, 1}; // n₁, n₂, n₃, each >= 1
    std::vector<Span> spans; // the rows that have a weight: n₁ + n₂ + n₃ − 2 of them each
};

// Means of blocks of cells by a shorter way than a visit to each cell of the Field. They may differ from the mean of
// the float32 cells by rounding: 2e-6 of the greatest bound is allowed.
class MeansOfBlocks
{
public:
    // Whether blockMeans costs its blocks and not their cells: 10^9 cells in one block are as cheap as ten. Where not,
    // some cells are still visited one by one, and a block of very many of them is better sampled.
    virtual bool inClosedForm() const = 0;

    // out(i, j) = mean over the cells rows[i] x cols[j], which are inside the shape. Spans may overlap, repeat and be
    // in any order; none is empty. There may be no spans.
    virtual void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const = 0;

    // The same with rows that are weighed like a bell, in closed form; false, and `out` as it was: there is none.
    virtual bool bellMeans(const BellRows& /*rows*/, std::span<const Span> /*cols*/, MatrixView<float> /*out*/) const
    {
        return false;
    }

protected:
    ~MeansOfBlocks() = default;
};

} // namespace phasor
