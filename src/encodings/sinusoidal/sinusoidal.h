// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/sinusoidal/sinusoidaltable.h"

namespace phasor {

// The sinusoidal table of Vaswani et al. 2017, section 3.5, correctly rounded: every cell is the exact value
// sin(p b^(−2i/d)) or cos(p b^(−2i/d)) rounded to float32 (see kernels/sinusoid.h for the bound).
class Sinusoidal : public SinusoidalTable, protected StreamingStores, protected MeansOfBlocks
{
public:
    Sinusoidal(Shape shape, const SinusoidalSettings& settings);

    // Cheapest for windows that are wide, and whose first position and height are multiples of 256.
    void fill(Rect rect, MatrixView<float> out) const override { write(rect, out, false); }
    const StreamingStores* stores() const override { return this; }

    // In closed form, within 1e-6 of the mean of the exact cells, for blocks of any size. On the workers.
    const MeansOfBlocks* means() const override { return this; }

private:
    void fillStreaming(Rect rect, MatrixView<float> out) const override { write(rect, out, true); }
    bool inClosedForm() const override { return true; }
    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override;
    bool bellMeans(const BellRows& rows, std::span<const Span> cols, MatrixView<float> out) const override;
    void means(std::span<const Span> rows, const BellRows* bell, std::span<const Span> cols,
               MatrixView<float> out) const;
    void write(Rect rect, MatrixView<float> out, bool stream) const;

    SinusoidColumns m_waves; // all columns but those of zeros, which are the last
};

} // namespace phasor
