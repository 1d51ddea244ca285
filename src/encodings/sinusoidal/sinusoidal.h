// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/sinusoidal/sinusoidaltable.h"
#include "encodings/sinusoidal/wavecolumns.h"

namespace phasor {

// The sinusoidal table of Vaswani et al. 2017, section 3.5, correctly rounded: every cell is the exact value
// sin(p b^(−2i/d)) or cos(p b^(−2i/d)) rounded to float32 (see kernels/sinusoid.h for the bound).
class Sinusoidal : public SinusoidalTable
{
public:
    Sinusoidal(Shape shape, const SinusoidalSettings& settings)
        : SinusoidalTable(shape, settings)
        , m_waves(columns(), takeFixed(), settings.firstPosition)
    {
    }

    void fill(Rect rect, MatrixView<float> out) const override { m_waves.fill(rect, out); }
    const StreamingStores* stores() const override { return &m_waves; }
    const MeansOfBlocks* means() const override { return &m_waves; }

private:
    WaveColumns m_waves;
};

} // namespace phasor
