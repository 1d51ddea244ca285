// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/positionmodel.h"
#include "encodings/rotation/law.h"
#include "encodings/sinusoidal/columns.h"

#include <memory>

namespace phasor {

// What the tables of cosines and sines of every precision have in common: their columns, their words.
class RotationTable : public PositionTable
{
public:
    // `radians`: θ' of each pair, correctly rounded.
    RotationTable(RopeLaw law, std::vector<double> radians);

    Shape shape() const override { return {m_law.maxLen, m_law.width}; }
    Interval bounds() const override;
    std::string formula(std::int64_t row, std::int64_t column) const override;
    std::optional<ColumnWave> wave(std::int64_t column) const override;

protected:
    const Columns& columns() const { return m_columns; }
    double factor() const { return m_factor; } // on cosines and sines

private:
    RopeLaw m_law;
    std::vector<double> m_radians;
    Columns m_columns;
    double m_factor;
};

// The table of the law's precision, and the exact θ' of each pair, rad per position.
struct RotationWaves
{
    std::shared_ptr<const PositionTable> table;
    std::vector<double> frequencies;
};
RotationWaves rotationWaves(const RopeLaw& law);

// θ of each pair before any scaling, rad per position, correctly rounded.
std::vector<double> unscaledFrequencies(const RopeLaw& law);

} // namespace phasor
