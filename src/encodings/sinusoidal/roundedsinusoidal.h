// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/sinusoidal/sinusoidal.h"

namespace phasor {

// The exact table, each cell rounded once more at the end: `pe.to(torch.bfloat16)` of a float32 table, as models do
// that keep positions and frequencies in a wide type. The error is half a unit of the narrow type at every position.
class RoundedSinusoidal : public Sinusoidal
{
public:
    // settings.precision: Bfloat16Rounded or Float16Rounded.
    RoundedSinusoidal(Shape shape, const SinusoidalSettings& settings);

    void fill(Rect rect, MatrixView<float> out) const override;
    std::optional<CellRounding> rounding(std::int64_t row, std::int64_t column) const override;
    const StreamingStores* stores() const override { return nullptr; } // they would be of the cells before rounding
    const MeansOfBlocks* means() const override { return nullptr; } // and so would these

private:
    float (*m_round)(float);
};

} // namespace phasor
