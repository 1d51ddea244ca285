// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"

#include <utility>

namespace phasor {

// A Field that is made from another one, its base; every decorator derives from it. What a decorator does not override
// is the base's.
class ForwardingField : public Field
{
public:
    Shape shape() const override { return m_base->shape(); }
    void fill(Rect rect, MatrixView<float> out) const override { m_base->fill(rect, out); }
    Interval bounds() const override { return m_base->bounds(); }

    // The base's with Cells::Same, none with Cells::Changed.
    const StoredCells* memory() const override { return m_same ? m_base->memory() : nullptr; }
    const StreamingStores* stores() const override { return m_same ? m_base->stores() : nullptr; }
    const MeansOfBlocks* means() const override { return m_same ? m_base->means() : nullptr; }

protected:
    enum class Cells {
        Same, // each cell is the base's at the same place, so all capabilities still hold
        Changed, // values or places differ: the decorator overrides each capability that it can still offer
    };

    ForwardingField(FieldPtr base, Cells cells)
        : m_base(std::move(base))
        , m_same(cells == Cells::Same)
    {
    }

    const Field& base() const { return *m_base; }
    const FieldPtr& basePointer() const { return m_base; }

private:
    FieldPtr m_base;
    bool m_same;
};

} // namespace phasor
