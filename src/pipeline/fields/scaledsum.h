// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "pipeline/fields/fieldtiles.h"

namespace phasor {

// The bounds of a Field of these bounds times `factor`, which may be negative.
Interval scaledBounds(Interval bounds, double factor);

// e · s + pe in float32, equal shapes: what the pipeline adds up, in one pass.
class ScaledSum final : public Field, private StreamingStores, private MeansOfBlocks
{
public:
    ScaledSum(FieldPtr e, float s, FieldPtr pe);

    Shape shape() const override { return m_e->shape(); }
    Interval bounds() const override;
    void fill(Rect rect, MatrixView<float> out) const override { write(rect, out, false); }
    const StreamingStores* stores() const override { return this; }
    const MeansOfBlocks* means() const override { return this; }

    const Field& e() const { return *m_e; }
    float s() const { return m_s; }
    const Field& pe() const { return *m_pe; }

private:
    void fillStreaming(Rect rect, MatrixView<float> out) const override { write(rect, out, true); }
    bool inClosedForm() const override;
    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override;

    void write(Rect rect, MatrixView<float> out, bool stream) const;

    FieldPtr m_e;
    float m_s;
    FieldPtr m_pe;
};

} // namespace phasor
