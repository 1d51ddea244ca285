// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/positionmodel.h"
#include "encodings/sinusoidal/columns.h"
#include "field/capabilities.h"
#include "field/matrixview.h"
#include "kernels/sinusoid/sinusoid.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace phasor {

// The cells of a table of exact waves, for the Fields that are one: amplitude · sin(p ω) and amplitude · cos(p ω) in
// some order of columns, row 0 being position `firstPosition`. Correctly rounded (kernels/sinusoid/sinusoid.h has the
// bound). Such a Field holds them, and gives them as its means and stores. Immutable, any thread.
class WaveColumns final : public StreamingStores, public MeansOfBlocks
{
public:
    WaveColumns(const Columns& columns, std::vector<PairFrequency> frequencies, std::int64_t firstPosition,
                double amplitude = 1);

    // Cheapest for windows that are wide, and whose first position and height are multiples of 256.
    void fill(Rect rect, MatrixView<float> out) const { write(rect, out, false); }
    void fillStreaming(Rect rect, MatrixView<float> out) const override { write(rect, out, true); }

    // Within 1e-6 of the mean of the exact cells (times the amplitude), for blocks of any size. On the workers.
    bool inClosedForm() const override { return true; }
    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override;
    bool bellMeans(const BellRows& rows, std::span<const Span> cols, MatrixView<float> out) const override;

private:
    void write(Rect rect, MatrixView<float> out, bool stream) const;
    void means(std::span<const Span> rows, const BellRows* bell, std::span<const Span> cols,
               MatrixView<float> out) const;
    void clearSines(Rect rect, MatrixView<float> out) const;

    Columns m_columns;
    std::int64_t m_firstPosition;
    double m_amplitude;
    SinusoidColumns m_waves; // all columns but those of zeros, which are the last
};

// What became of a cell of `table` whose exact value `exact` knows: `known` with that value; nothing where it is the
// same.
std::optional<CellRounding> roundingOf(const PositionTable& table, const WaveColumns& exact, std::int64_t row,
                                       std::int64_t column, CellRounding known);

} // namespace phasor
