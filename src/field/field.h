// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/matrixview.h"

#include <memory>
#include <span>

namespace phasor {

// A matrix of which any rectangle can be computed on its own, by anyone, on any thread, at any time.
// Immutable and thread-safe. The same cell has the same bits in whatever rectangle it is asked for.
class Field
{
public:
    virtual ~Field() = default;

    virtual Shape shape() const = 0;

    // The values of `rect` (inside shape()) into `out` (of rect's shape). Any thread; never throws but bad_alloc.
    virtual void fill(Rect rect, MatrixView<float> out) const = 0;

    // As fill(), for a destination that is larger than the last-level cache and is not read back at once: may write
    // past the caches. The same bits.
    virtual void fillStreaming(Rect rect, MatrixView<float> out) const { fill(rect, out); }

    // The cells of `rect` where they lie in memory, while this Field lives; an empty view if they have to be computed.
    virtual MatrixView<const float> inMemory(Rect) const { return {}; }

    // What the model allows, not what the data happens to hold: [-1, 1] for sines. Symmetric about 0 where signed.
    virtual Interval bounds() const = 0;

    // Whether blockMeans costs its blocks and not its cells.
    virtual bool hasClosedFormMeans() const { return false; }

    // out(i, j) = mean over the cells rows[i] x cols[j]; no span is empty. Only if hasClosedFormMeans().
    virtual void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const;

protected:
    Field() = default;
    Field(const Field&) = default;
    Field& operator=(const Field&) = default;
};

using FieldPtr = std::shared_ptr<const Field>;

} // namespace phasor
