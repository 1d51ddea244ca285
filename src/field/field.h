// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/capabilities.h"
#include "field/matrixview.h"

#include <memory>

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

    // What the model allows, not what the data happens to hold: [-1, 1] for sines. Symmetric about 0 where signed.
    virtual Interval bounds() const = 0;

    // Capabilities: null where this Field has none (field/capabilities.h).
    virtual const StoredCells* memory() const { return nullptr; }
    virtual const StreamingStores* stores() const { return nullptr; }
    virtual const MeansOfBlocks* means() const { return nullptr; }

protected:
    Field() = default;
    Field(const Field&) = default;
    Field& operator=(const Field&) = default;
};

using FieldPtr = std::shared_ptr<const Field>;

// The cells of `rect` where they lie in memory, while the Field lives; an empty view if they have to be computed.
inline MatrixView<const float> cellsInMemory(const Field& field, Rect rect)
{
    const StoredCells* const memory = field.memory();
    return memory != nullptr ? memory->cells(rect) : MatrixView<const float>();
}

// fill(), past the caches if the Field can.
inline void fillStreaming(const Field& field, Rect rect, MatrixView<float> out)
{
    const StreamingStores* const stores = field.stores();
    stores != nullptr ? stores->fillStreaming(rect, out) : field.fill(rect, out);
}

} // namespace phasor
